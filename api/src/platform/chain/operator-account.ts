import { type Address, type Hash, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from './chain.ts'

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type Call = { to: Address; data: Hex; value: bigint }

/** Room for what the estimate can't foresee. */
const GAS_MARGIN_PERCENT = 130n
/** Nodes take a second transaction of a nonce only for a tenth more. */
const BUMP_PERCENT = 125n

export type OperatorAccount = ReturnType<typeof operatorAccount>

/** The house's own account: its key is in here and nowhere else. */
export function operatorAccount(
  privateKey: Hex,
  { client, deployment }: Chain,
) {
  const account = privateKeyToAccount(privateKey)
  const { address } = account
  const { chainId } = deployment

  return {
    address,

    /** Transactions that the chain has taken from this account. */
    transactionCount: (blockTag: 'latest' | 'finalized') =>
      client.getTransactionCount({ address, blockTag }),

    balance: () => client.getBalance({ address }),

    /** @throws when the call would be reverted. */
    async gasOf(call: Call): Promise<bigint> {
      const gas = await client.estimateGas({ account: address, ...call })
      return (gas * GAS_MARGIN_PERCENT) / 100n
    },

    /** What the chain asks for now, and enough to replace an earlier attempt. */
    async feesOver(earlier?: Fees): Promise<Fees> {
      const current = await client.estimateFeesPerGas()
      if (!earlier) return current
      return {
        maxFeePerGas: larger(
          current.maxFeePerGas,
          bumped(earlier.maxFeePerGas),
        ),
        maxPriorityFeePerGas: larger(
          current.maxPriorityFeePerGas,
          bumped(earlier.maxPriorityFeePerGas),
        ),
      }
    },

    async sign(
      signing: Call & Fees & { nonce: number; gas: bigint },
    ): Promise<{ hash: Hash; raw: Hex }> {
      const typed = { type: 'eip1559', chainId, ...signing } as const
      const raw = await account.signTransaction(typed)
      return { hash: keccak256(raw), raw }
    },

    send: (raw: Hex) =>
      client.sendRawTransaction({ serializedTransaction: raw }),
  }
}

function bumped(feeWei: bigint): bigint {
  return (feeWei * BUMP_PERCENT) / 100n + 1n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
