import * as z from 'zod/mini'
import { TEST_CHAINS } from '../chain/chains.ts'
import { MINUTE_MS } from '../durations.ts'
import { timestamp } from '../schemas/fields.ts'
import { user } from './account.ts'
import { endpoint } from './endpoint.ts'

const MESSAGE_LENGTH_MAX = 2_000

/** Statements that wallets show; messages with other ones are refused. */
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

/** Settings that a page needs to connect a browser wallet. */
export const siweSite = z.strictObject({
  network: z.strictObject({
    chainId: z.literal(TEST_CHAINS),
    name: z.string(),
    /** RPC endpoint of a local chain; wallets know the public ones. */
    rpcUrl: z.optional(z.url()),
  }),
  /** Set if wallets on phones can be connected. */
  walletConnectProjectId: z.optional(z.string()),
})
export type SiweSite = z.infer<typeof siweSite>

export const siweNonce = z.strictObject({
  /** Valid once, for the browser that requested it. */
  nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  expiresAt: timestamp,
})
export type SiweNonce = z.infer<typeof siweNonce>

/** An EIP-4361 message and its EIP-191 signature. */
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

export const siweSignIn = z.extend(siweProof, {
  /** Creates an account for a wallet without one; refused otherwise. */
  newAccount: z.optional(z.boolean()),
})
export type SiweSignIn = z.infer<typeof siweSignIn>

/** Gives a message and a signature for examples. */
export function exampleProof(purpose: SiwePurpose): SiweProof {
  return {
    message: `casino.example wants you to sign in with your Ethereum account:
0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1

${SIWE_STATEMENTS[purpose]}

URI: https://casino.example
Version: 1
Chain ID: 97
Nonce: 6f3dd2d66f4c9c6c445836d8b9fc7641
Issued At: 2026-03-01T12:00:00.000Z
Expiration Time: 2026-03-01T12:10:00.000Z`,
    signature: `0x${'5e'.repeat(65)}`,
  }
}

export const PROOF_REFUSALS = [
  'siwe_expired',
  'siwe_malformed',
  'siwe_nonce_unknown',
  'siwe_not_yet_valid',
  'siwe_wrong_chain',
  'siwe_wrong_domain',
  'siwe_wrong_signature',
] as const

const section = {
  name: 'Sign-in with a wallet',
  description:
    'Sign-In with Ethereum (EIP-4361): request a nonce, sign a message that contains it, send both.',
}

export const readSiweSite = endpoint({
  section,
  method: 'get',
  path: '/api/auth/siwe',
  summary: 'Read the chain ID that messages must name',
  access: 'public',
  answer: siweSite,
})

export const requestNonce = endpoint({
  section,
  method: 'post',
  path: '/api/auth/siwe/nonce',
  summary: 'Request a nonce',
  description: 'Valid once, for this browser, for a few minutes.',
  access: 'public',
  answer: siweNonce,
  // Each sign-in needs a nonce, so this bounds new accounts as well.
  rateLimits: [
    {
      requests: 'sign-ins with a wallet',
      max: 200,
      windowMs: 10 * MINUTE_MS,
      per: 'network',
    },
  ],
})

export const signInWithWallet = endpoint({
  section,
  method: 'post',
  path: '/api/auth/siwe/verify',
  summary: 'Sign in with a signed message',
  description: 'With `newAccount`, registers a wallet that has no account.',
  access: 'public',
  body: siweSignIn,
  hasReceipt: true,
  answer: user,
  refusals: [...PROOF_REFUSALS, 'no_account', 'username_taken'],
  example: { body: { ...exampleProof('sign-in'), newAccount: true } },
})
