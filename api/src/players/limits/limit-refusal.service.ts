import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import {
  leftOn,
  limitsAt,
  type PlayerLimits,
} from '#core/protection/player-limits.ts'
import { Refusal } from '#core/refusals.ts'

/** A requested bet: whether it starts something new, and its price in coins. */
type Asked = { isStart: boolean; price: number }

/** Totals that a player's limits apply to. */
type Usage = {
  nowMs: number
  /** The player's day so far. */
  day: DayOfPlay
  /** Coins of other bets being decided, if all of them lose. */
  staked: number
}

/**
 * Refuses what the player's own limits exclude. An open round can be finished:
 * only a start waits for the end of a break, and what costs nothing passes.
 *
 * @throws player_limit
 */
export function requireWithinLimits(
  { isStart, price }: Asked,
  set: PlayerLimits,
  { nowMs, day, staked }: Usage,
): void {
  const limits = limitsAt(nowMs, set)
  const { coolOffUntilMs } = limits
  if (isStart && coolOffUntilMs !== null) {
    const coolOffUntil = new Date(coolOffUntilMs).toISOString()
    throw new Refusal('on_break', { limit: 'coolOff', coolOffUntil })
  }
  if (price === 0) return
  const leftOf = leftOn(day, limits)
  for (const limit of ['dailyStake', 'dailyLoss'] as const) {
    const left = leftOf[limit]
    if (left !== null && price > left - staked) {
      throw new Refusal('player_limit', { limit, most: limits[limit], left })
    }
  }
}
