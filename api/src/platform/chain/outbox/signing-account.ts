import { type Hash, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '../nodes/chain.ts'
import { type Call, estimateGas, type Fees } from './fees.ts'

export type SigningAccount = ReturnType<typeof createSigningAccount>

/** Creates the signer of an account on a chain; its key stays in here. */
export function createSigningAccount(
  privateKey: Hex,
  { client, deployment }: Chain,
) {
  const account = privateKeyToAccount(privateKey)
  const { address } = account
  const { chainId } = deployment

  return {
    address,

    transactionCount: (blockTag: 'latest' | 'finalized') =>
      client.getTransactionCount({ address, blockTag }),

    balance: () => client.getBalance({ address }),

    /** @throws when the call would revert. */
    estimateGas: (call: Call) => estimateGas(client, address, call),

    async sign(
      signing: Call & Fees & { nonce: number; gas: bigint },
    ): Promise<{ hash: Hash; raw: Hex }> {
      const typed = { type: 'eip1559', chainId, ...signing } as const
      const raw = await account.signTransaction(typed)
      return { hash: keccak256(raw), raw }
    },
  }
}
