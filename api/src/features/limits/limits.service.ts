import { dayOfPlay, lostOn } from '#core/protection/day-of-play.ts'
import {
  type DailyLimits,
  limitsAt,
  type PlayerLimits,
  withCoolOff,
  withDailyLimits,
} from '#core/protection/player-limits.ts'
import type { LimitsAnswer } from '#core/schemas/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { signedOut } from '../auth/signed-out.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { LimitsRow, LimitsStore } from './limits.store.ts'

type LimitsDeps = {
  db: Database
  store: LimitsStore
  fairness: FairnessService
  clock: Clock
}

/** What players set against themselves; that it holds is up to who takes stakes. */
export class LimitsService {
  readonly #deps: LimitsDeps

  constructor(deps: LimitsDeps) {
    this.#deps = deps
  }

  async of(userId: string): Promise<LimitsAnswer> {
    const { store, clock } = this.#deps
    return answerOf(clock(), await store.find(userId))
  }

  /** Of those of the players who have set any, as last changed. */
  ofPlayers(userIds: readonly string[]): Promise<Map<string, PlayerLimits>> {
    return this.#deps.store.findOfPlayers(userIds)
  }

  setDaily(userId: string, wanted: DailyLimits): Promise<LimitsAnswer> {
    return this.#change(userId, (now, limits) =>
      withDailyLimits(now, limits, wanted),
    )
  }

  coolOff(userId: string, minutes: number): Promise<LimitsAnswer> {
    return this.#change(userId, (now, limits) =>
      withCoolOff(now, limits, minutes),
    )
  }

  /** Bets that were decided by the limits before are decided anew. */
  #change(
    userId: string,
    changed: (now: Date, limits: PlayerLimits) => PlayerLimits,
  ): Promise<LimitsAnswer> {
    const { db, store, fairness, clock } = this.#deps
    return db.transaction(async (tx) => {
      // It also has other changes by the same player wait.
      await fairness.outdateSeat(tx, userId)
      const now = clock()
      const row = await store.find(userId, tx)
      if (!row) throw signedOut()
      const limits = changed(now, row.limits)
      await store.keep(tx, userId, limits)
      return answerOf(now, { ...row, limits })
    })
  }
}

function answerOf(now: Date, row: LimitsRow | undefined): LimitsAnswer {
  if (!row) throw signedOut()
  const { dailyStake, dailyLoss, pending, coolOffUntil } = limitsAt(
    now,
    row.limits,
  )
  const day = dayOfPlay(now, row.day)
  return {
    dailyStake,
    dailyLoss,
    pending: pending && { ...pending, from: pending.from.toISOString() },
    coolOffUntil: coolOffUntil?.toISOString() ?? null,
    today: { staked: day.staked, lost: lostOn(day) },
  }
}
