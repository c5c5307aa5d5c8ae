import * as z from 'zod/mini'
import { TEST_CHAINS } from '../chain/test-chains.ts'
import { timestamp } from './fields.ts'

const MESSAGE_LENGTH_MAX = 2_000

/** What a wallet shows its owner; the house takes no other words. */
export const SIWE_STATEMENTS = {
  'sign-in': 'Sign in to Bendy Casino. This costs nothing.',
  link: 'Let this wallet sign in to my account at Bendy Casino. This costs nothing.',
  unlink:
    'Unlink this wallet from my account at Bendy Casino. This costs nothing.',
  'set-password':
    'Set a password for my account at Bendy Casino. This costs nothing.',
  close: 'Close my account at Bendy Casino for good. This costs nothing.',
} as const
export type SiwePurpose = keyof typeof SIWE_STATEMENTS

/** GET /api/auth/siwe: what a page needs to connect a browser wallet. */
export const siweSite = z.strictObject({
  network: z.strictObject({
    chainId: z.literal(TEST_CHAINS),
    name: z.string(),
    /** Where a wallet finds a local chain; the public one they know. */
    rpcUrl: z.optional(z.url()),
  }),
  /** Where a house has one, wallets on phones can be connected too. */
  walletConnectProjectId: z.optional(z.string()),
})
export type SiweSite = z.infer<typeof siweSite>

/** What POST /api/auth/siwe/nonce answers. */
export const siweNonce = z.strictObject({
  /** Good once, and only for the browser that asked for it. */
  nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  expiresAt: timestamp,
})
export type SiweNonce = z.infer<typeof siweNonce>

/** What a wallet signed: a message of EIP-4361 and its EIP-191 signature. */
export const siweProof = z.strictObject({
  message: z
    .string('Required')
    .check(
      z.minLength(1, 'Required'),
      z.maxLength(
        MESSAGE_LENGTH_MAX,
        `A message has at most ${MESSAGE_LENGTH_MAX} characters`,
      ),
    ),
  signature: z
    .templateLiteral(['0x', z.string()], 'Not a signature')
    .check(z.regex(/^0x[0-9a-fA-F]{130}$/, 'Not a signature')),
})
export type SiweProof = z.infer<typeof siweProof>

/** POST /api/auth/siwe/verify. */
export const siweSignIn = z.extend(siweProof, {
  /** Makes an account for a wallet that has none, which is refused otherwise. */
  newAccount: z.optional(z.boolean()),
})
export type SiweSignIn = z.infer<typeof siweSignIn>
