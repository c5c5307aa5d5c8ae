import { type Address, type Hash, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '../nodes/chain.ts'
import type { Fees } from './fees.ts'

export type Call = { to: Address; data: Hex; value: bigint }

/** Margin over the estimate, which later state can exceed. */
const GAS_MARGIN_PERCENT = 130n

export type OperatorAccount = ReturnType<typeof operatorAccount>

/** Opens the operator's account; its key stays in here. */
export function operatorAccount(
  privateKey: Hex,
  { client, deployment }: Chain,
) {
  const account = privateKeyToAccount(privateKey)
  const { address } = account
  const { chainId } = deployment

  return {
    address,

    /** Number of mined transactions. */
    transactionCount: (blockTag: 'latest' | 'finalized') =>
      client.getTransactionCount({ address, blockTag }),

    balance: () => client.getBalance({ address }),

    /** @throws when the call would revert. */
    async gasOf(call: Call): Promise<bigint> {
      const gas = await client.estimateGas({ account: address, ...call })
      return (gas * GAS_MARGIN_PERCENT) / 100n
    },

    async sign(
      signing: Call & Fees & { nonce: number; gas: bigint },
    ): Promise<{ hash: Hash; raw: Hex }> {
      const typed = { type: 'eip1559', chainId, ...signing } as const
      const raw = await account.signTransaction(typed)
      return { hash: keccak256(raw), raw }
    },
  }
}
