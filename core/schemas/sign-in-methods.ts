import * as z from 'zod/mini'
import { timestamp } from './fields.ts'
import { type SiweProof, siweProof } from './siwe.ts'
import { password } from './user.ts'

/**
 * Fresh proof of ownership, since a session may be stolen: the password, or a
 * signature of the linked wallet under the statement for the purpose.
 */
export const ownerProof = z.pipe(
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

/** PUT /api/user/password. */
export const passwordChange = z.strictObject({
  currentPassword: password,
  password,
})
export type PasswordChange = z.infer<typeof passwordChange>

/** POST /api/user/password: a first password, signed by the linked wallet. */
export const firstPassword = z.extend(siweProof, { password })
export type FirstPassword = z.infer<typeof firstPassword>

/**
 * POST /api/auth/siwe/link: a new wallet's signature and the current password.
 */
export const walletLink = z.extend(siweProof, { password })
export type WalletLink = z.infer<typeof walletLink>

export const SECURITY_NOTICES = [
  'password_changed',
  'password_set',
  'wallet_linked',
  'wallet_unlinked',
] as const

/** GET /api/user/security: changes to the account's sign-in methods. */
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
