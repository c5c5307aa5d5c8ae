import { type Coins, coins, MAX_COINS } from '../money/coins.ts'
import { WEI_PER_UNIT } from './asset.ts'

/** Confirmations before a deposit is credited; its own block counts as one. */
export const CONFIRMATIONS_NEEDED = 6

/** Exchange terms of an asset. */
export type AssetTerms = {
  /** The smallest deposit that is credited, in wei. */
  minimumWei: bigint
  /** Coins per unit of 10^18 wei. */
  coinsPerUnit: number
}

export type DepositValue =
  | { kind: 'credit'; coins: Coins }
  | { kind: 'below_minimum' }
  /** Exceeds the largest balance. */
  | { kind: 'too_large' }

/** Converts a deposit into coins, rounded down. */
export function depositValue(
  amountWei: bigint,
  { minimumWei, coinsPerUnit }: AssetTerms,
): DepositValue {
  if (amountWei < minimumWei) return { kind: 'below_minimum' }
  const worth = depositCoins(amountWei, coinsPerUnit)
  if (worth > BigInt(MAX_COINS)) return { kind: 'too_large' }
  return { kind: 'credit', coins: coins(Number(worth)) }
}

/** Converts wei into whole coins, rounded down. */
export function depositCoins(amountWei: bigint, coinsPerUnit: number): bigint {
  return (amountWei * BigInt(coinsPerUnit)) / WEI_PER_UNIT
}

/**
 * Counts a block's confirmations, including the block itself.
 *
 * @returns 0 to {@link CONFIRMATIONS_NEEDED}, capped.
 */
export function confirmationsOf(blockNumber: number, head: number): number {
  return Math.min(Math.max(head - blockNumber + 1, 0), CONFIRMATIONS_NEEDED)
}
