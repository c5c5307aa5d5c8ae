import * as z from 'zod/mini'
import { assert } from '../../assert.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'

export const slotSymbol = z.enum(['BTC', 'ETH', 'XRP', 'DOGE', 'SOL'])
export type SlotSymbol = z.infer<typeof slotSymbol>

/** Rows from the top, each with one symbol per reel from the left. */
export type SlotGrid = SlotSymbol[][]

/** Number of stops of a reel, all equally likely. */
export const STOP_COUNT = 20

/** Visible rows from the top. */
export const ROWS = [0, 1, 2] as const

/** Symbols of each reel from left to right, written as first letters. */
export const STRIPS: readonly (readonly SlotSymbol[])[] = [
  'SSDSXXSESBDXSXDEBDED',
  'XSSXEXSDXDBDSDSEBDSE',
  'XSBSSEXDXDDEDDBSSXSE',
  'XDBXDSESSESDSXSDEBDX',
  'SSXSDESBXSDXEDSDXEBD',
].map((letters) => Array.from(letters, toSymbol))

export const REEL_COUNT = STRIPS.length

/**
 * Returns the visible symbols. The symbol at a reel's stop is on top, with the
 * next two of its strip below; strips wrap around.
 *
 * @param getStop returns each reel's stop, from 0 and below {@link STOP_COUNT}.
 */
export function buildGrid(getStop: (reel: number) => number): SlotGrid {
  const stops = STRIPS.map((_strip, reel) => getStop(reel))
  return ROWS.map((row) =>
    stops.map((stop, reel) => {
      const symbol = STRIPS[reel]?.[(stop + row) % STOP_COUNT]
      assert(symbol !== undefined, 'an index is in range')
      return symbol
    }),
  )
}

function toSymbol(letter: string): SlotSymbol {
  const symbol = slotSymbol.options.find((name) => name.startsWith(letter))
  assert(symbol !== undefined, 'every letter is a symbol')
  return symbol
}

const winningLine = z.strictObject({
  /** Index of the line: top, middle and bottom row, V, inverted V. */
  line: z.int().check(z.gte(0), z.lte(4)),
  /** Number of reels from the left that show the symbol. */
  matches: z.int().check(z.gte(3), z.lte(5)),
  symbol: slotSymbol,
  payout: coinAmount,
})
export type WinningLine = z.infer<typeof winningLine>

export const slotsOutcome = z.strictObject({
  /** Three rows from the top, five symbols each. */
  grid: z.array(z.array(slotSymbol)),
  winningLines: z.array(winningLine),
  /** Whole pot, shared by the lines; 0 without a jackpot. */
  jackpotWin: coinAmount,
  /** Total payout of the lines. */
  payout: coinAmount,
})
export type SlotsOutcome = z.infer<typeof slotsOutcome>

/** Row of each line on each reel, from 0 at the top. */
export const LINES = [
  [0, 0, 0, 0, 0],
  [1, 1, 1, 1, 1],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
] as const

/** Payouts of 1 to 5 matching symbols, in multiples of the whole stake. */
export const PAYS = {
  BTC: [0, 0, 10, 25, 50],
  ETH: [0, 0, 8, 14, 30],
  XRP: [0, 0, 5, 9, 20],
  DOGE: [0, 0, 3, 4, 8],
  SOL: [0, 0, 1, 2, 5],
} as const satisfies Record<SlotSymbol, readonly number[]>

/** Largest payout of a spin, in multiples of the stake. */
export const LARGEST_WIN = PAYS.BTC[4]

/** Returns the paying lines, each with its longest run from the left. */
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
