import type { PublicClient } from 'viem'

/** What a transaction offers for each unit of gas, in wei. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** More is never offered, whatever a node asks for. */
export const FEE_PER_GAS_MAX = 100n * 10n ** 9n
/** Nodes take a second transaction of a nonce only for a tenth more. */
const BUMP_PERCENT = 125n

/** What the chain asks for now, and enough to replace an earlier attempt. */
export async function feesOver(
  client: PublicClient,
  earlier?: Fees,
): Promise<Fees> {
  const current = await client.estimateFeesPerGas()
  if (!earlier) return current
  return {
    maxFeePerGas: larger(current.maxFeePerGas, bumped(earlier.maxFeePerGas)),
    maxPriorityFeePerGas: larger(
      current.maxPriorityFeePerGas,
      bumped(earlier.maxPriorityFeePerGas),
    ),
  }
}

/** Whether blocks now ask for more than a transaction offers. */
export async function isOutbid(
  client: PublicClient,
  offered: Fees,
): Promise<boolean> {
  const { baseFeePerGas } = await client.getBlock({
    includeTransactions: false,
  })
  const priorityFee = await client.estimateMaxPriorityFeePerGas()
  return offered.maxFeePerGas < (baseFeePerGas ?? 0n) + priorityFee
}

function bumped(feeWei: bigint): bigint {
  return (feeWei * BUMP_PERCENT) / 100n + 1n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
