import { coins } from '../money/coins.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const WEEK_MS = 7 * DAY_MS
/** The first Monday of 1970, in epoch milliseconds. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/**
 * Coins that a player has to stake in a week for a place by return: with less,
 * one lucky bet would lead. A place by multiple needs none.
 */
export const RANKED_STAKE_MIN = 5_000

/** Prizes of the first places by return each week, in coins. */
export const WEEKLY_PRIZES = [coins(5_000), coins(3_000), coins(1_000)]

const COUNTED_FOR_MS = 60 * 60 * 1_000

/** The Monday, 00:00 UTC, that a time's week begins with; both in epoch milliseconds. */
export function weekStart(timeMs: number): number {
  const weeks = Math.floor((timeMs - FIRST_MONDAY_MS) / WEEK_MS)
  return FIRST_MONDAY_MS + weeks * WEEK_MS
}

/** The beginning of the week before the one that a time is in, in epoch milliseconds. */
export function lastWeekStart(timeMs: number): number {
  return weekStart(timeMs) - WEEK_MS
}

/** When the week of a time ends, in epoch milliseconds. */
export function weekEnd(timeMs: number): number {
  return weekStart(timeMs) + WEEK_MS
}

/** Returns when the prizes of a time's week are decided, in epoch milliseconds. */
export function prizeTime(timeMs: number): number {
  return weekEnd(timeMs) + COUNTED_FOR_MS
}
