import type { Coins } from '#core/money/coins.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import { formatCoins, formatTwoDecimals } from '../../lib/format.ts'

/** What a stake gains at a price, to two decimals: bet × odds / 100, or bet × 100 / |odds|. */
export function potentialWin(stake: number, price: number): string {
  const gain = price > 0 ? (stake * price) / 100 : (stake * 100) / -price
  return formatTwoDecimals(gain)
}

/** Whole coins that a win returns, stake included; the gain is rounded down. */
export function returnsText(stake: Coins, price: number): string {
  return formatCoins(stake + profitOf(stake, price))
}
