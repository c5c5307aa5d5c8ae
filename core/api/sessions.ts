import { endpoint } from './endpoint.ts'

const route = {
  section: {
    name: 'Sessions',
    description: 'Signing out on one device or all.',
  },
  method: 'post',
} as const

export const logOut = endpoint({
  ...route,
  path: '/api/logout',
  summary: 'Sign out',
  access: 'public',
})

export const logOutEverywhere = endpoint({
  ...route,
  path: '/api/logout/everywhere',
  summary: 'Sign out on every device',
  access: 'player',
})
