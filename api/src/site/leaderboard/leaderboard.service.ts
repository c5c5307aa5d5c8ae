import { LRUCache } from 'lru-cache'
import type {
  LeaderboardAnswer,
  ParticipationAnswer,
  WeekStanding,
} from '#core/api/leaderboard.ts'
import {
  lastWeekStart,
  RANKED_STAKE_MIN,
  weekStart,
} from '#core/leaderboard/weekly-ranking.ts'
import type { Clock } from '../../platform/clock.ts'
import { type LeaderboardStore, weekDate } from './leaderboard.store.ts'

const FRESH_MS = 2_000
const PLACES = 10
const WINNERS = 3

type LeaderboardDeps = {
  store: LeaderboardStore
  clock: Clock
  /** Monotonic milliseconds. */
  nowMs: () => number
}

/** Ranks the week's players who have joined. */
export class LeaderboardService {
  readonly #deps: LeaderboardDeps
  readonly #cache: LRUCache<'now', LeaderboardAnswer>

  constructor(deps: LeaderboardDeps) {
    this.#deps = deps
    this.#cache = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: deps.nowMs },
      // Aborting the pending read would fail every request that waits for it.
      ignoreFetchAbort: true,
      fetchMethod: () => this.#read(),
    })
  }

  /** Returns the ranking, cached for `FRESH_MS`. */
  current(): Promise<LeaderboardAnswer> {
    return this.#cache.forceFetch('now')
  }

  async participationOf(userId: string): Promise<ParticipationAnswer> {
    const { store, clock } = this.#deps
    const week = weekDate(clock().getTime())
    const [standing, prize] = await Promise.all([
      store.standingOf(userId, week),
      store.lastPrizeOf(userId),
    ])
    const { isShown = false, stake = 0, payout = 0 } = standing ?? {}
    return { isShown, stake, payout, prize }
  }

  /** Joins or leaves; only bets placed in between count. */
  async setShown(
    userId: string,
    isShown: boolean,
  ): Promise<ParticipationAnswer> {
    const { store } = this.#deps
    await (isShown ? store.join(userId) : store.leave(userId))
    this.forget()
    return this.participationOf(userId)
  }

  /** Drops the cached ranking. */
  forget(): void {
    this.#cache.clear()
  }

  async #read(): Promise<LeaderboardAnswer> {
    const nowMs = this.#deps.clock().getTime()
    const [thisWeek, lastWeek, paid] = await Promise.all([
      this.#standing(weekStart(nowMs), PLACES),
      this.#standing(lastWeekStart(nowMs), WINNERS),
      this.#deps.store.lastPrizes(),
    ])
    return { thisWeek, lastWeek, paid }
  }

  async #standing(fromMs: number, limit: number): Promise<WeekStanding> {
    const { store } = this.#deps
    const week = weekDate(fromMs)
    const stakeMin = RANKED_STAKE_MIN
    const [byReturn, byMultiple] = await Promise.all([
      store.byReturn(week, { stakeMin, limit }),
      store.byMultiple(week, limit),
    ])
    return { from: new Date(fromMs).toISOString(), byReturn, byMultiple }
  }
}
