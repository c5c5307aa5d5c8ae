import * as z from 'zod/mini'
import { timestamp } from '../schemas/fields.ts'
import { password, user } from './account.ts'
import { endpoint } from './endpoint.ts'
import {
  exampleProof,
  PROOF_REFUSALS,
  type SiweProof,
  siweProof,
} from './siwe.ts'

/**
 * Fresh proof of ownership, since a session may be stolen: the password, or a
 * signature of the linked wallet under the statement for the purpose.
 */
const ownerProof = z.pipe(
  z.strictObject({
    password: z.optional(password),
    ...z.partial(siweProof).shape,
  }),
  z.transform(({ password, message, signature }, { issues }): OwnerProof => {
    const isSigned = message !== undefined && signature !== undefined
    if (password === undefined && isSigned) return { message, signature }
    if (password !== undefined && !message && !signature) return { password }
    issues.push({
      code: 'custom',
      message: 'Send your password, or a message signed by your linked wallet',
      input: { password, message, signature },
    })
    return z.NEVER
  }),
)
export type OwnerProof = { password: string } | SiweProof

export const passwordChange = z.strictObject({
  currentPassword: password,
  password,
})
export type PasswordChange = z.infer<typeof passwordChange>

export const firstPassword = z.extend(siweProof, { password })
export type FirstPassword = z.infer<typeof firstPassword>

export const walletLink = z.extend(siweProof, { password })
export type WalletLink = z.infer<typeof walletLink>

export const SECURITY_NOTICES = [
  'password_changed',
  'password_set',
  'wallet_linked',
  'wallet_unlinked',
] as const

/** Changes to the account's sign-in methods. */
export const securityNotices = z.array(
  z.strictObject({
    id: z.uuid(),
    kind: z.enum(SECURITY_NOTICES),
    /** Address of the linked or unlinked wallet. */
    wallet: z.nullable(z.string()),
    at: timestamp,
  }),
)
export type SecurityNotice = z.infer<typeof securityNotices>[number]

const route = {
  section: {
    name: 'Sign-in methods',
    description:
      'The password and wallet that open an account. A session is not enough to change them or to close the account: send the current password, or a message signed by the linked wallet under the statement for that purpose.',
  },
  access: 'player',
} as const
const examplePassword = 'correct horse battery staple'

export const listSecurityNotices = endpoint({
  ...route,
  method: 'get',
  path: '/api/user/security',
  summary: 'Read the latest changes to the sign-in methods',
  answer: securityNotices,
})

export const setFirstPassword = endpoint({
  ...route,
  method: 'post',
  path: '/api/user/password',
  summary: 'Set the first password',
  description:
    'For accounts that only sign in with a wallet; that wallet signs the message.',
  body: firstPassword,
  answer: user,
  refusals: [...PROOF_REFUSALS, 'password_set', 'wallet_taken'],
  example: {
    body: { password: examplePassword, ...exampleProof('set-password') },
  },
})

export const changePassword = endpoint({
  ...route,
  method: 'put',
  path: '/api/user/password',
  summary: 'Change the password',
  description: 'Ends all sessions of the account and starts a new one.',
  body: passwordChange,
  answer: user,
  refusals: ['wrong_credentials'],
  example: {
    body: { currentPassword: examplePassword, password: 'another one' },
  },
})

export const closeAccount = endpoint({
  ...route,
  method: 'post',
  path: '/api/user/close',
  summary: 'Close the account permanently',
  description:
    'Removes name, password and wallet; the ledger keeps its anonymous entries.',
  body: ownerProof,
  refusals: [...PROOF_REFUSALS, 'wallet_taken', 'wrong_credentials'],
  example: { body: { password: examplePassword } },
})

export const linkWallet = endpoint({
  ...route,
  method: 'post',
  path: '/api/auth/siwe/link',
  summary: 'Link a wallet to the account',
  description: 'The new wallet signs, and the password confirms it.',
  body: walletLink,
  answer: user,
  refusals: [
    ...PROOF_REFUSALS,
    'wallet_linked',
    'wallet_taken',
    'wrong_credentials',
  ],
  example: { body: { password: examplePassword, ...exampleProof('link') } },
})

export const unlinkWallet = endpoint({
  ...route,
  method: 'post',
  path: '/api/auth/siwe/unlink',
  summary: 'Unlink the wallet',
  description: 'Ends all sessions of the account and starts a new one.',
  body: ownerProof,
  answer: user,
  refusals: [
    ...PROOF_REFUSALS,
    'last_way_in',
    'wallet_taken',
    'wrong_credentials',
  ],
  example: { body: { password: examplePassword } },
})
