import { DAY_MS, HOUR_MS } from '../durations.ts'
import { coins } from '../money/coins.ts'

const WEEK_MS = 7 * DAY_MS
/** The first Monday of 1970, in epoch milliseconds. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/**
 * Minimum weekly stake for a place by return, in coins, so that one lucky bet
 * can't lead. The ranking by multiple has no minimum.
 */
export const RANKED_STAKE_MIN = 5_000

/** Prizes of the first places by return each week, in coins. */
export const WEEKLY_PRIZES = [coins(5_000), coins(3_000), coins(1_000)]

const PRIZE_DELAY_MS = HOUR_MS

/** Returns the start of a time's week, Monday 00:00 UTC, in epoch milliseconds. */
export function weekStart(timeMs: number): number {
  const weeks = Math.floor((timeMs - FIRST_MONDAY_MS) / WEEK_MS)
  return FIRST_MONDAY_MS + weeks * WEEK_MS
}

/** Returns the start of the week before a time's week, in epoch milliseconds. */
export function lastWeekStart(timeMs: number): number {
  return weekStart(timeMs) - WEEK_MS
}

/** Returns the end of a time's week, in epoch milliseconds. */
export function weekEnd(timeMs: number): number {
  return weekStart(timeMs) + WEEK_MS
}

/** Returns when the prizes of a time's week are decided, in epoch milliseconds. */
export function prizeTime(timeMs: number): number {
  return weekEnd(timeMs) + PRIZE_DELAY_MS
}
