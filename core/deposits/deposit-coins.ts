import { type Coins, coins, MAX_COINS } from '../money/coins.ts'
import { WEI_PER_UNIT } from './asset.ts'

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
