import * as z from 'zod/mini'
import { assert } from '../../assert.ts'

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
