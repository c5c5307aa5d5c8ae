import { SESSION_COOKIE } from '../http/session-cookie.ts'

/** Ways to authenticate a request. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set on registration and sign-in.',
  },
}

/** Authentication that each access level accepts. */
const SECURITY = {
  everyone: [],
  player: [{ session: [] }],
} satisfies Record<string, Record<string, string[]>[]>

export type Access = keyof typeof SECURITY

export function securityOf(access: Access): Record<string, string[]>[] {
  return SECURITY[access]
}
