import type { Address, Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { User } from '#core/api/account.ts'
import {
  requestNonce,
  SIWE_STATEMENTS,
  type SiweProof,
  type SiwePurpose,
  signInWithWallet,
} from '#core/api/siwe.ts'
import { ApiError, call } from '../../lib/call.ts'

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
    return {
      kind: 'known',
      user: await call(signInWithWallet, { body: proof }),
    }
  } catch (error) {
    const isStranger = error instanceof ApiError && error.code === 'no_account'
    if (isStranger) return { kind: 'stranger', proof }
    throw error
  }
}

/** Requests a signature over a fresh message. */
export async function signedProof(
  purpose: SiwePurpose,
  { address, chainId, sign, currentAddress }: ProvingWallet,
): Promise<SiweProof> {
  const { nonce, expiresAt } = await call(requestNonce)
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
