import { SIWE_STATEMENTS } from '#core/schemas/siwe.ts'

/** What a signature is asked for. */
export type Purpose = 'sign-in' | 'link'

export const PURPOSES = {
  'sign-in': {
    title: 'Sign in with a wallet',
    path: '/api/auth/siwe/verify',
    statement: SIWE_STATEMENTS['sign-in'],
    action: 'Sign in',
  },
  link: {
    title: 'Link a wallet',
    path: '/api/auth/siwe/link',
    statement: SIWE_STATEMENTS.link,
    action: 'Link this wallet',
  },
} as const
