import { type Coins, coins, MAX_COINS } from '../money/coins.ts'
import { WEI_PER_UNIT } from './asset.ts'

/** Blocks that a deposit waits for, its own included. */
export const CONFIRMATIONS_NEEDED = 6

/** What the house gives for an asset. */
export type AssetTerms = {
  /** The smallest deposit that is credited, in wei. */
  minimumWei: bigint
  /** Coins for one unit, which is 10^18 wei. */
  coinsPerUnit: number
}

export type DepositValue =
  | { kind: 'credit'; coins: Coins }
  | { kind: 'below_minimum' }
  /** More than any balance can hold. */
  | { kind: 'too_large' }

/** What a deposit is worth under the terms; part of a coin is not paid. */
export function depositValue(
  amountWei: bigint,
  { minimumWei, coinsPerUnit }: AssetTerms,
): DepositValue {
  if (amountWei < minimumWei) return { kind: 'below_minimum' }
  const worth = depositCoins(amountWei, coinsPerUnit)
  if (worth > BigInt(MAX_COINS)) return { kind: 'too_large' }
  return { kind: 'credit', coins: coins(Number(worth)) }
}

/** Coins for an amount in wei, rounded down to whole coins. */
export function depositCoins(amountWei: bigint, coinsPerUnit: number): bigint {
  return (amountWei * BigInt(coinsPerUnit)) / WEI_PER_UNIT
}

/**
 * How often the chain has confirmed a block: once by itself and once by every
 * block on top of it.
 *
 * @returns 0 to {@link CONFIRMATIONS_NEEDED}; more are not counted.
 */
export function confirmationsOf(blockNumber: number, head: number): number {
  return Math.min(Math.max(head - blockNumber + 1, 0), CONFIRMATIONS_NEEDED)
}
