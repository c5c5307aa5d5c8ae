import type { Address, Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { type User, user } from '#core/api/account.ts'
import {
  SIWE_STATEMENTS,
  type SiweProof,
  type SiwePurpose,
  siweNonce,
} from '#core/api/siwe.ts'
import { ApiError, sendJson } from '../../lib/api-client.ts'

const VERIFY = '/api/auth/siwe/verify'

/** The wallet moved on to another account while it was asked to sign. */
export class AccountSwitched extends Error {
  override readonly name = 'AccountSwitched'
}

interface ProvingWallet {
  address: Address
  chainId: number
  sign: (message: string) => Promise<Hex>
  /** The account that the wallet is on now. */
  currentAddress: () => Address | undefined
}

/** What the house made of a proof. */
export type Proven =
  | { kind: 'known'; user: User }
  /** No account uses the wallet; the proof is still good for making one. */
  | { kind: 'stranger'; proof: SiweProof }

/** Signs in to the wallet's account, if it has one. */
export async function signIn(proof: SiweProof): Promise<Proven> {
  try {
    const known = await sendJson('POST', VERIFY, { body: proof, schema: user })
    return { kind: 'known', user: known }
  } catch (error) {
    const isStranger = error instanceof ApiError && error.code === 'no_account'
    if (isStranger) return { kind: 'stranger', proof }
    throw error
  }
}

/** Makes an account that the proof's wallet signs in to. */
export function makeAccount(proof: SiweProof): Promise<User> {
  const body = { ...proof, newAccount: true }
  return sendJson('POST', VERIFY, { body, schema: user })
}

/** Requests a signature over a fresh message. */
export async function signedProof(
  purpose: SiwePurpose,
  { address, chainId, sign, currentAddress }: ProvingWallet,
): Promise<SiweProof> {
  const { nonce, expiresAt } = await sendJson('POST', '/api/auth/siwe/nonce', {
    schema: siweNonce,
  })
  const message = createSiweMessage({
    address,
    chainId,
    nonce,
    statement: SIWE_STATEMENTS[purpose],
    domain: location.host,
    uri: location.origin,
    version: '1',
    expirationTime: new Date(expiresAt),
  })
  // Whatever it answered: it was asked about an account that it left.
  const signature = await sign(message).finally(() => {
    if (currentAddress() !== address) throw new AccountSwitched()
  })
  return { message, signature }
}
