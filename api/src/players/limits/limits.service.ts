import type { LimitsAnswer } from '#core/api/limits.ts'
import {
  type DayOfPlay,
  dayOfPlay,
  lostOn,
} from '#core/protection/day-of-play.ts'
import {
  type DailyLimits,
  leftOn,
  limitsAt,
  type PlayerLimits,
  withCoolOff,
  withDailyLimits,
} from '#core/protection/player-limits.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { LimitsRow, LimitsStore } from './limits.store.ts'

/** Limits are part of the player snapshots that bets are decided from. */
export type Snapshots = {
  outdateSnapshot(tx: Transaction, userId: string): Promise<void>
}

type LimitsDeps = {
  db: Database
  store: LimitsStore
  fairness: Snapshots
  clock: Clock
}

export type LimitsService = ReturnType<typeof openLimitsService>

/** Reads and sets players' own limits; services that take stakes enforce them. */
export function openLimitsService({ clock, db, fairness, store }: LimitsDeps) {
  /** Outdates the player's snapshot, so that pending bets are decided again. */
  function change(
    userId: string,
    changed: (nowMs: number, limits: PlayerLimits) => PlayerLimits,
  ): Promise<LimitsAnswer> {
    return db.transaction(async (tx) => {
      // Also serializes changes by the same player.
      await fairness.outdateSnapshot(tx, userId)
      const nowMs = clock().getTime()
      const row = await store.find(userId, tx)
      if (!row) throw new Refusal('signed_out')
      const limits = changed(nowMs, row.limits)
      await store.keep(tx, userId, limits)
      return answerOf(nowMs, { ...row, limits })
    })
  }

  return {
    async of(userId: string): Promise<LimitsAnswer> {
      return answerOf(clock().getTime(), await store.find(userId))
    },

    /** Limits of the players who have set any. */
    ofPlayers(userIds: readonly string[]): Promise<Map<string, PlayerLimits>> {
      return store.findOfPlayers(userIds)
    },

    /** Limits of a player whose row is locked, with the day's totals so far. */
    async inForce(tx: Transaction, userId: string): Promise<LimitsRow> {
      const row = await store.find(userId, tx)
      if (!row) throw new Refusal('signed_out')
      return { ...row, day: dayOfPlay(clock().getTime(), row.day) }
    },

    setDaily: (userId: string, wanted: DailyLimits) =>
      change(userId, (nowMs, limits) => withDailyLimits(nowMs, limits, wanted)),

    coolOff: (userId: string, minutes: number) =>
      change(userId, (nowMs, limits) => withCoolOff(nowMs, limits, minutes)),
  }
}

function answerOf(nowMs: number, row: LimitsRow | undefined): LimitsAnswer {
  if (!row) throw new Refusal('signed_out')
  const limits = limitsAt(nowMs, row.limits)
  const { dailyStake, dailyLoss, pending, coolOffUntilMs } = limits
  const day = dayOfPlay(nowMs, row.day)
  return {
    dailyStake,
    dailyLoss,
    pending: pending && {
      dailyStake: pending.dailyStake,
      dailyLoss: pending.dailyLoss,
      from: isoOf(pending.fromMs),
    },
    coolOffUntil: coolOffUntilMs === null ? null : isoOf(coolOffUntilMs),
    today: { staked: day.staked, lost: lostOn(day) },
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** A requested bet: true when it starts a round, and its price in coins. */
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
