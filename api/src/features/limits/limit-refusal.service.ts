import { DomainError } from '#core/errors.ts'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import {
  leftOn,
  limitsAt,
  type PlayerLimits,
} from '#core/protection/player-limits.ts'

/** What a player asks for: to begin something new, and the coins it takes. */
type Asked = { isStart: boolean; price: number }

/** What a player's own limits are held against. */
type Usage = {
  nowMs: number
  /** The player's day so far. */
  day: DayOfPlay
  /** What else is being decided takes, in coins: should all of it lose. */
  staked: number
}

/**
 * Why the player themselves would not have it. An open round can be finished:
 * only its start waits for the end of a break, and what costs nothing passes.
 */
export function limitRefusal(
  { isStart, price }: Asked,
  set: PlayerLimits,
  { nowMs, day, staked }: Usage,
): DomainError | undefined {
  const limits = limitsAt(nowMs, set)
  const { coolOffUntilMs } = limits
  if (isStart && coolOffUntilMs !== null) return onBreak(coolOffUntilMs)
  if (price === 0) return undefined
  const left = leftOn(day, limits)
  for (const limit of ['dailyStake', 'dailyLoss'] as const) {
    const most = left[limit]
    if (most !== null && price > most - staked) {
      return overLimit(limit, { most: limits[limit], left: most })
    }
  }
  return undefined
}

const NAMES = { dailyStake: 'stake', dailyLoss: 'loss' }

function overLimit(
  limit: 'dailyStake' | 'dailyLoss',
  { most, left }: { most: number | null; left: number },
): DomainError {
  return new DomainError(
    'player_limit',
    `Your daily ${NAMES[limit]} limit of ${most} coins leaves ${left} for today. A new day begins at midnight UTC.`,
    { limit, left },
  )
}

function onBreak(untilMs: number): DomainError {
  const coolOffUntil = new Date(untilMs).toISOString()
  const [day, time = ''] = coolOffUntil.split('T')
  return new DomainError(
    'player_limit',
    `You are on a break until ${day}, ${time.slice(0, 5)} UTC.`,
    { limit: 'coolOff', coolOffUntil },
  )
}
