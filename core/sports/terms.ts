import { largestStakeFor } from './american-odds.ts'

const HOUR_MS = 3_600_000

/** Older prices take no bets, in ms. */
export const PRICES_FRESH_MS = { pregame: 10 * 60_000, live: 30_000 }

/**
 * How far the next prices of a live bet may imply another chance, as a share of
 * the one taken. Less than the bookmakers' margin, so that who saw a basket
 * before the feed did gains nothing by it.
 */
export const CONFIRM_WITHIN = 0.02

/** Of the feed's time: a game that starts later gives all stakes back. */
export const START_WITHIN_MS = 12 * HOUR_MS

/** How much more than 1 the chances that a simulated season's prices imply sum to. */
export const OVERROUND = 0.046

/** What the house may lose on pending sports bets, as percents of its bankroll. */
export type ExposureLimits = { ofPlayer: number; ofAll: number }

/** In coins; all bets' losses count, on whichever side they are. */
type Standing = {
  /** What the house has, without the seed of a new pot. */
  bankroll: number
  /** What of it nothing can claim. */
  free: number
  /** What pending bets could cost already. */
  pending: { ofPlayer: number; ofAll: number }
}

/** The largest stake at a price whose win the house can cover and allows. */
export function largestCoveredStake(
  price: number,
  { bankroll, free, pending }: Standing,
  limits: ExposureLimits,
): number {
  const shareOf = (percent: number) => Math.floor((bankroll * percent) / 100)
  const profit = Math.min(
    free,
    shareOf(limits.ofPlayer) - pending.ofPlayer,
    shareOf(limits.ofAll) - pending.ofAll,
  )
  return largestStakeFor(price, profit)
}
