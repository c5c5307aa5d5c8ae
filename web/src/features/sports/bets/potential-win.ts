import type { Coins } from '#core/money/coins.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import { coinsText, formatTwoDecimals } from '../../../lib/format.ts'

/** What a stake gains at a price, to two decimals: bet × odds / 100, or bet × 100 / |odds|. */
export function potentialWin(stake: number, price: number): string {
  const gain = price > 0 ? (stake * price) / 100 : (stake * 100) / -price
  return formatTwoDecimals(gain)
}

/** The coins that a win pays, the stake included: the gain is rounded down to a whole one. */
export function paidText(stake: Coins, price: number): string {
  return coinsText(stake + profitOf(stake, price))
}
