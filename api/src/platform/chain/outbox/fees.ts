import type { Address, Hex, PublicClient } from 'viem'

export type Call = { to: Address; data: Hex; value: bigint }

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Maximum that is offered, whatever a node estimates. */
export const FEE_PER_GAS_MAX = 100n * 10n ** 9n
/** Gas of a payment to an account without code. */
export const PLAIN_PAYMENT_GAS = 21_000n
/** Nodes replace a transaction only for at least 10% more. */
const BUMP_PERCENT = 125n
/** Margin over the estimate, which later state can exceed. */
const GAS_MARGIN_PERCENT = 130n

/** Estimates the gas of a call, with a margin. @throws if it would revert. */
export async function estimateGas(
  client: PublicClient,
  account: Address,
  { to, data, value }: Call,
): Promise<bigint> {
  const gas = await client.estimateGas({ account, to, data, value })
  return (gas * GAS_MARGIN_PERCENT) / 100n
}

/** Estimates fees, high enough to replace an earlier attempt. */
export async function bumpFees(
  client: PublicClient,
  earlier?: Fees,
): Promise<Fees> {
  const current = await client.estimateFeesPerGas()
  if (!earlier) return current
  return {
    maxFeePerGas: larger(current.maxFeePerGas, bump(earlier.maxFeePerGas)),
    maxPriorityFeePerGas: larger(
      current.maxPriorityFeePerGas,
      bump(earlier.maxPriorityFeePerGas),
    ),
  }
}

/** True when current blocks require more than a transaction offers. */
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

function bump(feeWei: bigint): bigint {
  return (feeWei * BUMP_PERCENT) / 100n + 1n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
