import { SESSION_COOKIE } from '../http/session-cookie.ts'

/** Ways to authenticate a request. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set on registration and sign-in.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Made by the command line, for some scopes and a time.',
  },
}

/** Authentication that each access level accepts. */
const SECURITY = {
  everyone: [],
  player: [{ session: [] }],
  operator: [{ session: [] }, { operatorToken: [] }],
} satisfies Record<string, Record<string, string[]>[]>

export type Access = keyof typeof SECURITY

export function securityOf(access: Access): Record<string, string[]>[] {
  return SECURITY[access]
}
