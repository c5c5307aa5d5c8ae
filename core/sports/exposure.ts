import { largestStakeFor } from './american-odds.ts'

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
