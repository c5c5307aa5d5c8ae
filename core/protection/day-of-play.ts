import { DAY_MS } from '../durations.ts'

/** A player's stakes and payouts on one UTC day. */
export type DayOfPlay = {
  /** Days since the start of 1970. */
  day: number
  /** Sum of all stakes in coins, including open rounds. */
  staked: number
  /** Sum of all payouts in coins, including rounds of earlier days. */
  paid: number
}

/**
 * Returns the player's day at a time (epoch milliseconds), given the last day
 * they played. Never goes back a day, since clocks of processes differ.
 */
export function dayOfPlay(nowMs: number, last: DayOfPlay): DayOfPlay {
  const day = dayNumber(nowMs)
  return day > last.day ? { day, staked: 0, paid: 0 } : last
}

/** Returns the UTC day of a time (epoch milliseconds), in days since 1970. */
export function dayNumber(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS)
}

/** Returns the player's net loss of the day in coins; 0 after a gain. */
export function getDailyLoss({ staked, paid }: DayOfPlay): number {
  return Math.max(0, staked - paid)
}
