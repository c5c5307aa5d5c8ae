import * as z from 'zod/mini'
import { assert } from '../../assert.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'

export const slotSymbol = z.enum(['BTC', 'ETH', 'XRP', 'DOGE', 'SOL'])
export type SlotSymbol = z.infer<typeof slotSymbol>

/** Rows from the top, each with a symbol a reel from the left. */
export type SlotGrid = SlotSymbol[][]

/** How many places a reel can stop at, all equally likely. */
export const STOP_COUNT = 20

/** What can be seen of a reel, from the top. */
export const ROWS = [0, 1, 2] as const

/** What each reel carries, by the symbols' first letters; the reels from left to right. */
export const STRIPS: readonly (readonly SlotSymbol[])[] = [
  'SSDSXXSESBDXSXDEBDED',
  'XSSXEXSDXDBDSDSEBDSE',
  'XSBSSEXDXDDEDDBSSXSE',
  'XDBXDSESSESDSXSDEBDX',
  'SSXSDESBXSDXEDSDXEBD',
].map((letters) => Array.from(letters, symbolOf))

export const REEL_COUNT = STRIPS.length

/**
 * What is seen when the reels have stopped: the symbol at a reel's stop is its
 * top one, the next two of its strip are below; after the last comes the first.
 *
 * @param stopOf gives each reel's stop, 0 to one less than {@link STOP_COUNT}.
 */
export function gridAt(stopOf: (reel: number) => number): SlotGrid {
  const stops = STRIPS.map((_strip, reel) => stopOf(reel))
  return ROWS.map((row) =>
    stops.map((stop, reel) => {
      const symbol = STRIPS[reel]?.[(stop + row) % STOP_COUNT]
      assert(symbol !== undefined, 'a reel stops on its strip')
      return symbol
    }),
  )
}

function symbolOf(letter: string): SlotSymbol {
  const symbol = slotSymbol.options.find((name) => name.startsWith(letter))
  assert(symbol !== undefined, 'a strip is made of symbols')
  return symbol
}

const winningLine = z.strictObject({
  /** 0 to 4: the top, middle and bottom row, the V, the inverted V. */
  line: z.int().check(z.gte(0), z.lte(4)),
  /** How many reels from the left show the symbol. */
  matches: z.int().check(z.gte(3), z.lte(5)),
  symbol: slotSymbol,
  payout: coinAmount,
})
export type WinningLine = z.infer<typeof winningLine>

export const slotsOutcome = z.strictObject({
  /** Three rows from the top, five symbols each. */
  grid: z.array(z.array(slotSymbol)),
  winningLines: z.array(winningLine),
  /** The whole pot, which the lines then share; 0 without a jackpot. */
  jackpotWin: coinAmount,
  /** What the lines pay together. */
  payout: coinAmount,
})
export type SlotsOutcome = z.infer<typeof slotsOutcome>

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
