import { type Coins, coins } from '../../money/coins.ts'
import type { WinningLine } from './slot-outcome.ts'
import type { SlotGrid, SlotSymbol } from './slot-reels.ts'

/**
 * The row that each line takes on each reel, 0 being the top: the top row, the
 * middle row, the bottom row, a V and an inverted V.
 */
export const LINES = [
  [0, 0, 0, 0, 0],
  [1, 1, 1, 1, 1],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
] as const

/** What 1 to 5 of a symbol pay, in multiples of the whole stake. */
export const PAYS = {
  BTC: [0, 0, 10, 25, 50],
  ETH: [0, 0, 8, 14, 30],
  XRP: [0, 0, 5, 9, 20],
  DOGE: [0, 0, 3, 4, 8],
  SOL: [0, 0, 1, 2, 5],
} as const satisfies Record<SlotSymbol, readonly number[]>

/** The most that a spin pays, in multiples of the stake. */
export const LARGEST_WIN = PAYS.BTC[4]

/** The lines that pay, each for its longest run from the left. */
export function winningLines(grid: SlotGrid, betAmount: Coins): WinningLine[] {
  return LINES.flatMap((rows, line) => {
    const symbol = grid[rows[0]]?.[0]
    const end = rows.findIndex((row, reel) => grid[row]?.[reel] !== symbol)
    const matches = end === -1 ? rows.length : end
    const pays = symbol && PAYS[symbol][matches - 1]
    return pays
      ? [{ line, matches, symbol, payout: coins(pays * betAmount) }]
      : []
  })
}
