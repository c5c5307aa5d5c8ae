const DAY_MS = 24 * 60 * 60 * 1_000
const WEEK_MS = 7 * DAY_MS
/** The first Monday of 1970, in epoch milliseconds. */
const FIRST_MONDAY_MS = 4 * DAY_MS

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
