import type { LimitsAnswer } from '#core/api/limits.ts'
import { dayOfPlay, lostOn } from '#core/protection/day-of-play.ts'
import {
  type DailyLimits,
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

/**
 * Reads and sets players' own limits; services that take stakes enforce them.
 */
export class LimitsService {
  readonly #deps: LimitsDeps

  constructor(deps: LimitsDeps) {
    this.#deps = deps
  }

  async of(userId: string): Promise<LimitsAnswer> {
    const { store, clock } = this.#deps
    return answerOf(clock().getTime(), await store.find(userId))
  }

  /** Limits of the players who have set any. */
  ofPlayers(userIds: readonly string[]): Promise<Map<string, PlayerLimits>> {
    return this.#deps.store.findOfPlayers(userIds)
  }

  /**
   * Limits of a player whose row is locked, with the day's totals so far.
   */
  async inForce(tx: Transaction, userId: string): Promise<LimitsRow> {
    const row = await this.#deps.store.find(userId, tx)
    if (!row) throw new Refusal('signed_out')
    return { ...row, day: dayOfPlay(this.#deps.clock().getTime(), row.day) }
  }

  setDaily(userId: string, wanted: DailyLimits): Promise<LimitsAnswer> {
    return this.#change(userId, (nowMs, limits) =>
      withDailyLimits(nowMs, limits, wanted),
    )
  }

  coolOff(userId: string, minutes: number): Promise<LimitsAnswer> {
    return this.#change(userId, (nowMs, limits) =>
      withCoolOff(nowMs, limits, minutes),
    )
  }

  /** Bets decided under the previous limits are decided again. */
  #change(
    userId: string,
    changed: (nowMs: number, limits: PlayerLimits) => PlayerLimits,
  ): Promise<LimitsAnswer> {
    const { db, store, fairness, clock } = this.#deps
    return db.transaction(async (tx) => {
      // It also has other changes by the same player wait.
      await fairness.outdateSnapshot(tx, userId)
      const nowMs = clock().getTime()
      const row = await store.find(userId, tx)
      if (!row) throw new Refusal('signed_out')
      const limits = changed(nowMs, row.limits)
      await store.keep(tx, userId, limits)
      return answerOf(nowMs, { ...row, limits })
    })
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
