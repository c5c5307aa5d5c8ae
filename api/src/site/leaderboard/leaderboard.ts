import { LRUCache } from 'lru-cache'
import {
  type LeaderboardAnswer,
  type ParticipationAnswer,
  readLeaderboard,
  readParticipation,
  setParticipation,
  type WeekStanding,
} from '#core/api/leaderboard.ts'
import {
  lastWeekStart,
  RANKED_STAKE_MIN,
  weekStart,
} from '#core/leaderboard/weekly-ranking.ts'
import type { BetSource } from '../../ledger/history/history.service.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { Lease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { LeaderboardStore, weekDate } from './leaderboard.store.ts'
import { openWeekCounter } from './week-counter.ts'
import { openWeeklyPrizes } from './weekly-prizes.ts'

const COUNT_EVERY_MS = 2_000
const FRESH_MS = 2_000
const PLACES = 10
const WINNERS = 3

type Needs = {
  ledger: Pick<LedgerModule, 'onBalance' | 'service'>
  /** Services that store bets. */
  sources: readonly BetSource[]
}

/** Opens the weekly leaderboard of players who have joined. */
export function openLeaderboard(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  { ledger, sources }: Needs,
) {
  const store = new LeaderboardStore(db)
  const { onBalance, service: coins } = ledger
  const countWeeks = openWeekCounter({ db, store, sources })
  const prizes = { db, store, ledger: coins, clock, onBalance }
  const payPrizes = openWeeklyPrizes(prizes)
  const lease = new Lease('leaderboard', { db, log })

  const cache = new LRUCache<'now', LeaderboardAnswer>({
    max: 1,
    ttl: FRESH_MS,
    ttlResolution: 0,
    // Aborting the pending read would fail every request that waits for it.
    ignoreFetchAbort: true,
    fetchMethod: readRankings,
  })

  async function readRankings(): Promise<LeaderboardAnswer> {
    const nowMs = clock().getTime()
    const [thisWeek, lastWeek, paid] = await Promise.all([
      standing(weekStart(nowMs), PLACES),
      standing(lastWeekStart(nowMs), WINNERS),
      store.lastPrizes(),
    ])
    return { thisWeek, lastWeek, paid }
  }

  async function standing(
    fromMs: number,
    limit: number,
  ): Promise<WeekStanding> {
    const week = weekDate(fromMs)
    const stakeMin = RANKED_STAKE_MIN
    const [byReturn, byMultiple] = await Promise.all([
      store.byReturn(week, { stakeMin, limit }),
      store.byMultiple(week, limit),
    ])
    return { from: new Date(fromMs).toISOString(), byReturn, byMultiple }
  }

  async function participationOf(userId: string): Promise<ParticipationAnswer> {
    const week = weekDate(clock().getTime())
    const [own, prize] = await Promise.all([
      store.standingOf(userId, week),
      store.lastPrizeOf(userId),
    ])
    const { isShown = false, stake = 0, payout = 0 } = own ?? {}
    return { isShown, stake, payout, prize }
  }

  async function runNow(): Promise<void> {
    const term = await lease.term()
    if (!term) return
    await countWeeks(term)
    await payPrizes(term)
    cache.clear()
  }

  return {
    service: { participationOf, forget: () => cache.clear() },
    /** Runs the job once. */
    runNow,
    mount(serve: Serve) {
      serve(readLeaderboard, () => cache.forceFetch('now'))
      serve(readParticipation, ({ playerId }) => participationOf(playerId))
      serve(setParticipation, async ({ body, playerId }) => {
        await (body.isShown ? store.join(playerId) : store.leave(playerId))
        cache.clear()
        return participationOf(playerId)
      })
    },
    jobs: [{ name: 'leaderboard', everyMs: COUNT_EVERY_MS, run: runNow }],
    release: () => lease.release(),
  }
}
