import { eq, sql } from 'drizzle-orm'
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
  WEEKLY_PRIZES,
  weekStart,
} from '#core/leaderboard/weekly-ranking.ts'
import type { BetSource } from '../../ledger/history/history.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import { createCachedRead } from '../../platform/cached-read.ts'
import { createLease } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  byMultiple,
  byReturn,
  lastPrizes,
  readLastPrize,
  readStanding,
  weekDate,
} from './leaderboard.store.ts'
import { leaderboardPlayers } from './leaderboard.table.ts'
import { createWeekCounter } from './week-counter.ts'
import { createWeeklyPrizes } from './weekly-prizes.ts'

const COUNT_EVERY_MS = 2_000
const FRESH_MS = 2_000
const PLACES = 10

export function createLeaderboard(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  {
    ledger: { onBalance, service },
    sources,
  }: {
    ledger: Pick<LedgerModule, 'onBalance' | 'service'>
    sources: readonly BetSource[]
  },
) {
  const countWeeks = createWeekCounter(db, sources)
  const payPrizes = createWeeklyPrizes({
    db,
    ledger: service,
    clock,
    onBalance,
  })
  const lease = createLease('leaderboard', { db, log })

  const rankings = createCachedRead(FRESH_MS, readRankings)

  async function readRankings(): Promise<LeaderboardAnswer> {
    const nowMs = clock().getTime()
    const [thisWeek, lastWeek, paid] = await Promise.all([
      standing(weekStart(nowMs), PLACES),
      standing(lastWeekStart(nowMs), WEEKLY_PRIZES.length),
      lastPrizes(db),
    ])
    return { thisWeek, lastWeek, paid }
  }

  async function standing(
    fromMs: number,
    limit: number,
  ): Promise<WeekStanding> {
    const week = weekDate(fromMs)
    const [returns, multiples] = await Promise.all([
      byReturn(db, week, limit),
      byMultiple(db, week, limit),
    ])
    return {
      from: new Date(fromMs).toISOString(),
      byReturn: returns.map(({ player, stake, payout }) => ({
        player,
        stake,
        payout,
      })),
      byMultiple: multiples,
    }
  }

  async function findParticipation(
    userId: string,
  ): Promise<ParticipationAnswer> {
    const week = weekDate(clock().getTime())
    const [own, prize] = await Promise.all([
      readStanding(db, userId, week),
      readLastPrize(db, userId),
    ])
    return { ...own, prize }
  }

  /** Starts counting bets; has no effect for players who have already joined. */
  const join = (userId: string) =>
    db.execute(sql`
      INSERT INTO leaderboard_players AS kept (user_id, is_shown, joined_seq, counted_seq)
      SELECT id, true, seq, seq FROM users WHERE id = ${userId}
      ON CONFLICT (user_id) DO UPDATE SET is_shown = true,
        joined_seq = excluded.joined_seq, counted_seq = excluded.counted_seq
      WHERE NOT kept.is_shown`)

  const leave = (userId: string) =>
    db
      .update(leaderboardPlayers)
      .set({ isShown: false })
      .where(eq(leaderboardPlayers.userId, userId))

  async function runNow(): Promise<void> {
    const term = await lease.term()
    if (!term) return
    await countWeeks(term)
    await payPrizes(term)
    rankings.forget()
  }

  return {
    service: { findParticipation, forget: rankings.forget },
    runNow,
    mount(serve: Serve) {
      serve(readLeaderboard, rankings.read)
      serve(readParticipation, ({ playerId }) => findParticipation(playerId))
      serve(setParticipation, async ({ body, playerId }) => {
        await (body.isShown ? join(playerId) : leave(playerId))
        rankings.forget()
        return findParticipation(playerId)
      })
    },
    jobs: [
      { name: 'leaderboard', everyMs: COUNT_EVERY_MS, run: runNow },
    ] satisfies Job[],
    release: () => lease.release(),
  }
}
