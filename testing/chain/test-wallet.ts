import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import {
  SIWE_STATEMENTS,
  type SiweNonce,
  type SiweProof,
  type SiwePurpose,
  siweNonce,
} from '#core/api/siwe.ts'
import { BSC_TESTNET } from '#core/chain/chains.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import type { Answer, TestClient } from '#testing/server/test-client.ts'

/** Origin of the test servers. */
export const SITE = new URL('http://casino.example')

/** Creates a browser wallet with one account that signs every request. */
export class TestWallet {
  readonly #account: PrivateKeyAccount = privateKeyToAccount(
    generatePrivateKey(),
  )

  get address() {
    return this.#account.address
  }

  /** Requests a nonce and signs a message with it; valid unless changed. */
  async prove(
    client: TestClient,
    change: Partial<SiweMessage> = {},
  ): Promise<SiweProof> {
    const { nonce, expiresAt } = await requestNonce(client)
    return this.sign({ nonce, expirationTime: new Date(expiresAt), ...change })
  }

  /** Signs a message for a purpose. */
  signProof(client: TestClient, purpose: SiwePurpose): Promise<SiweProof> {
    return this.prove(client, { statement: SIWE_STATEMENTS[purpose] })
  }

  sign(fields: Partial<SiweMessage> & { nonce: string }): Promise<SiweProof> {
    return this.signText(
      createSiweMessage({
        address: this.address,
        chainId: BSC_TESTNET,
        domain: SITE.host,
        uri: SITE.origin,
        version: '1',
        statement: SIWE_STATEMENTS['sign-in'],
        ...fields,
      }),
    )
  }

  async signText(message: string): Promise<SiweProof> {
    return { message, signature: await this.#account.signMessage({ message }) }
  }
}

export async function requestNonce(client: TestClient): Promise<SiweNonce> {
  const answer = await client.post('/api/auth/siwe/nonce')
  return siweNonce.parse(answer.body)
}

/** Signs in, and creates an account for a new wallet. */
export function verify(client: TestClient, proof: SiweProof): Promise<Answer> {
  return client.post('/api/auth/siwe/verify', { ...proof, newAccount: true })
}

/**
 * Links the wallet to a player's account, whose password is {@link PASSWORD}.
 */
export async function link(
  client: TestClient,
  wallet: TestWallet,
): Promise<Answer> {
  const proof = await wallet.signProof(client, 'link')
  const body = { ...proof, password: PASSWORD }
  return client.post('/api/auth/siwe/link', body)
}
