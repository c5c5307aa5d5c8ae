import { coins } from '../money/coins.ts'
import { weekEnd } from './week.ts'

/** Prizes of the first places by return each week, in coins. */
export const WEEKLY_PRIZES = [coins(5_000), coins(3_000), coins(1_000)]

const COUNTED_FOR_MS = 60 * 60 * 1_000

/** Returns when the prizes of a time's week are decided, in epoch milliseconds. */
export function prizeTime(timeMs: number): number {
  return weekEnd(timeMs) + COUNTED_FOR_MS
}
