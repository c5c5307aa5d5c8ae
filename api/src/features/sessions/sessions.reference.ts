import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const sessionsReference: ReferenceSection = {
  name: 'Sessions',
  description: 'Signing out on one device or all.',
  routes: [
    {
      method: 'post',
      path: '/api/logout',
      summary: 'Sign out',
      access: 'everyone',
      answer: { status: 204 },
    },
    {
      method: 'post',
      path: '/api/logout/everywhere',
      summary: 'Sign out on every device',
      access: 'player',
      answer: { status: 204 },
    },
  ],
}
