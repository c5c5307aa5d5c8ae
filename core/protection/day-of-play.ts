const DAY_MS = 24 * 60 * 60 * 1_000

/** What a player put into games and got out of them on one UTC day. */
export type DayOfPlay = {
  /** Days since the start of 1970. */
  day: number
  /** Coins of all stakes, those of open rounds included. */
  staked: number
  /** Coins of all payouts, whenever their rounds were started. */
  paid: number
}

/**
 * The player's day at a time (epoch milliseconds), given the last one that they
 * played on. A day that has begun by one clock does not end because another one
 * is behind.
 */
export function dayOfPlay(nowMs: number, last: DayOfPlay): DayOfPlay {
  const day = dayNumber(nowMs)
  return day > last.day ? { day, staked: 0, paid: 0 } : last
}

/** The UTC day of a time (epoch milliseconds), in days since the start of 1970. */
export function dayNumber(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS)
}

/** Coins that the day has cost the player so far; 0 when it brought some. */
export function lostOn({ staked, paid }: DayOfPlay): number {
  return Math.max(0, staked - paid)
}
