import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import { getLargestStake } from './american-odds.ts'

/** Maximum age of prices that take bets, in ms. */
export const PRICES_FRESH_MS = { pregame: 10 * MINUTE_MS, live: 30_000 }

/**
 * Largest relative change of a live bet's implied probability that confirms it.
 * Less than the bookmakers' margin, so that seeing a basket before the feed is
 * not profitable.
 */
export const CONFIRM_WITHIN = 0.02

/** Delay of a start, by the feed's time, after which stakes are returned. */
export const START_WITHIN_MS = 12 * HOUR_MS

/** Overround of a simulated season's prices: the excess of implied probabilities over 1. */
export const OVERROUND = 0.046

/** Maximum loss on pending sports bets, in percent of the bankroll. */
export type ExposureLimits = { ofPlayer: number; ofAll: number }

/** Bankroll in coins, and the sum of possible losses, also of opposite bets. */
type Bankroll = {
  /** Total funds, excluding the seed of a new pot. */
  bankroll: number
  /** Part that is not reserved. */
  free: number
  /** Possible loss on pending bets. */
  pending: { ofPlayer: number; ofAll: number }
}

/** Returns the largest stake at a price whose profit is covered and within the limits. */
export function largestCoveredStake(
  price: number,
  { bankroll, free, pending }: Bankroll,
  limits: ExposureLimits,
): number {
  const getShare = (percent: number) => Math.floor((bankroll * percent) / 100)
  const profit = Math.min(
    free,
    getShare(limits.ofPlayer) - pending.ofPlayer,
    getShare(limits.ofAll) - pending.ofAll,
  )
  return getLargestStake(price, profit)
}
