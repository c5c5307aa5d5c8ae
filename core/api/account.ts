import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** Name of the cookie that holds the session ID. */
export const SESSION_COOKIE = 'sid'

/** Cookie that scripts can read; it lasts as long as the HttpOnly session cookie. */
export const SIGNED_IN_COOKIE = 'signed_in'

/**
 * Returns the full name of a cookie. On https sites browsers accept the prefix
 * only from this host, so that no other one of the domain can set the cookie.
 */
export function cookieName(
  name: string,
  { https }: { https: boolean },
): string {
  return https ? `__Host-${name}` : name
}

const USERNAME_LENGTH_MAX = 64
const PASSWORD_BYTES_MAX = 1_024

/** Ends with characters that Unicode counts as visible, but that render blank. */
const UNSEEN =
  /\p{C}|\p{DI}|[\p{Zl}\p{Zp}]|^\p{Z}|\p{Z}$|[\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u

/** Emoji that hold invisible characters: with a style, or several joined to one. */
const EMOJI =
  /\p{ExtPict}\p{EMod}?\ufe0f?(?:\u200d\p{ExtPict}\p{EMod}?\ufe0f?)*/gu

/** A digit or O and an x of any script, and 40 letters or digits: 0x and 40 hex digits at a glance. */
const WALLET_LIKE = /^[\p{Nd}oοоօ〇][xхχ×][\p{L}\p{N}\p{M}]{40,}$/iu

/** Trims the space that phone keyboards add, and rejects invisible characters. */
const username = z.string('Required').check(
  z.trim(),
  z.minLength(1, 'Required'),
  z.refine((name) => [...name].length <= USERNAME_LENGTH_MAX, {
    error: `A username can have at most ${USERNAME_LENGTH_MAX} characters`,
  }),
  z.refine((name) => !UNSEEN.test(name.replace(EMOJI, '•')), {
    error:
      'A username can’t have invisible characters, or start or end with a space',
  }),
  // Names are compared in this form, where full-width letters are plain ones.
  z.refine((name) => !WALLET_LIKE.test(name.normalize('NFKC')), {
    error: 'A username can’t look like a wallet address',
  }),
)

export const password = z.string('Required').check(
  z.minLength(1, 'Required'),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= PASSWORD_BYTES_MAX,
    { error: `A password can have at most ${PASSWORD_BYTES_MAX} bytes` },
  ),
)

export const registration = z.strictObject({ username, password })
export type Registration = z.infer<typeof registration>

/**
 * Takes any username that PostgreSQL can store, so that impossible ones fail as
 * unknown.
 */
export const credentials = z.strictObject({
  username: z
    .string('Required')
    .check(
      z.trim(),
      z.regex(/^[^\0]*$/, 'A username can’t have invisible characters'),
    ),
  password,
})
export type Credentials = z.infer<typeof credentials>

export const user = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  balance: coinAmount,
  createdAt: timestamp,
  role: z.enum(['player', 'operator']),
  wallet: z.optional(
    z.strictObject({
      /** Address of the browser wallet that signs in to the account. */
      address: z.string(),
      /** Can't be unlinked while there is no password. */
      isOnlyWayIn: z.boolean(),
    }),
  ),
})
export type User = z.infer<typeof user>

const section = {
  name: 'Accounts',
  description: 'Accounts with a password, and the signed-in player.',
}
const examplePassword = 'correct horse battery staple'

export const register = endpoint({
  section,
  method: 'post',
  path: '/api/register',
  summary: 'Register and sign in',
  access: 'public',
  body: registration,
  hasReceipt: true,
  status: 201,
  answer: user,
  refusals: ['username_taken'],
  // Enough for a school behind one address; refused requests count as well.
  rateLimits: [
    {
      requests: 'new accounts',
      max: 300,
      windowMs: 10 * MINUTE_MS,
      per: 'network',
    },
  ],
  example: { body: { username: 'gumby', password: examplePassword } },
})

export const logIn = endpoint({
  section,
  method: 'post',
  path: '/api/login',
  summary: 'Sign in',
  access: 'public',
  body: credentials,
  answer: user,
  refusals: ['wrong_credentials', 'account_frozen'],
  example: { body: { username: 'bendy', password: examplePassword } },
})

export const readUser = endpoint({
  section,
  method: 'get',
  path: '/api/user',
  summary: 'Read the signed-in player',
  access: 'player',
  answer: user,
})

export const resetBalance = endpoint({
  section,
  method: 'post',
  path: '/api/user/reset-balance',
  summary: 'Reset the balance to 1000 coins',
  access: 'player',
  isIdempotent: true,
  hasReceipt: true,
  answer: user,
  // Bounds free coins: winnings from them drain the bankroll until its refill.
  rateLimits: [
    { requests: 'resets', max: 60, windowMs: 10 * MINUTE_MS, per: 'network' },
  ],
})
