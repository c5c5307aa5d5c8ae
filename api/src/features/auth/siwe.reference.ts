import type { ErrorCode } from '#core/errors.ts'
import {
  SIWE_STATEMENTS,
  type SiweProof,
  type SiwePurpose,
  siweNonce,
  siweSignIn,
  siweSite,
} from '#core/schemas/siwe.ts'
import { user } from '#core/schemas/user.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

/** Returns a message and its signature for API examples. */
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

export const PROOF_REFUSALS: readonly ErrorCode[] = [
  'siwe_expired',
  'siwe_malformed',
  'siwe_nonce_unknown',
  'siwe_not_yet_valid',
  'siwe_wrong_chain',
  'siwe_wrong_domain',
  'siwe_wrong_signature',
]

export const siweReference: ReferenceSection = {
  name: 'Sign-in with a wallet',
  description:
    'Sign-In with Ethereum (EIP-4361): request a nonce, sign a message that contains it, send both.',
  routes: [
    {
      method: 'get',
      path: '/api/auth/siwe',
      summary: 'Read the chain ID that messages must name',
      access: 'everyone',
      answer: { status: 200, schema: siweSite },
    },
    {
      method: 'post',
      path: '/api/auth/siwe/nonce',
      summary: 'Request a nonce',
      description: 'Valid once, for this browser, for a few minutes.',
      access: 'everyone',
      answer: { status: 200, schema: siweNonce },
    },
    {
      method: 'post',
      path: '/api/auth/siwe/verify',
      summary: 'Sign in with a signed message',
      description: 'With `newAccount`, registers a wallet that has no account.',
      access: 'everyone',
      body: {
        schema: siweSignIn,
        example: { ...exampleProof('sign-in'), newAccount: true },
      },
      movesCoins: true,
      answer: { status: 200, schema: user },
      refusals: [...PROOF_REFUSALS, 'no_account', 'username_taken'],
    },
  ],
}
