import { and, eq, sql } from 'drizzle-orm'
import type {
  BetSource,
  BetState,
} from '../../ledger/history/history.service.ts'
import {
  type LatePayment,
  type PlayedWeek,
  playedWeeks,
  transactionTimes,
} from '../../ledger/weekly-play.service.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import { weekDate } from './leaderboard.store.ts'
import { leaderboardPlayers } from './leaderboard.table.ts'

/** Players per pass; the next pass takes the rest. */
const PLAYERS_AT_ONCE = 1_000

type BehindPlayer = Pick<
  typeof leaderboardPlayers.$inferSelect,
  'userId' | 'joinedSeq' | 'countedSeq'
>

/** Amounts to add to a player's week, in coins. */
type WeekGain = Pick<
  PlayedWeek,
  'userId' | 'week' | 'stake' | 'payout' | 'best'
>

/** Range of a player's transactions that is counted now. */
type Count = { userId: string; from: number; to: number }

/**
 * Opens the job that sums stakes and payouts of the leaderboard's players by week. Continues
 * each history where it was last counted, so that each transaction counts once
 * and a pass reads only new ones.
 */
export function openWeekCounter({
  db,
  sources,
}: {
  db: Database
  sources: readonly BetSource[]
}) {
  /** Runs one pass; long histories take several. */
  return async (term: Guard): Promise<void> => {
    const behind = await behindPlayers(db)
    if (behind.length === 0) return
    const weeks = await playedWeeks(
      db,
      behind.map(({ userId, countedSeq: seq }) => ({ userId, seq })),
    )
    const gains = [...weeks, ...(await lateGains(behind, weeks))]
    const counts = behind.map((player) => countOf(player, weeks))
    await writeUnder(term, db, (tx) => add(tx, counts, gains))
  }

  /**
   * Counts late payments in the week of their bet, or stakes of one week could win
   * the next. Ignores bets from before their player joined.
   */
  async function lateGains(
    behind: readonly BehindPlayer[],
    weeks: readonly PlayedWeek[],
  ): Promise<WeekGain[]> {
    const payments = weeks.flatMap(({ late }) => late)
    if (payments.length === 0) return []
    const joined = new Map(behind.map((one) => [one.userId, one.joinedSeq]))
    const ids = [...new Set(payments.map(({ betId }) => betId))]
    const found = await Promise.all(sources.map((source) => source.bets(ids)))
    const bets = found
      .flat()
      .filter(({ userId, seq }) => seq > (joined.get(userId) ?? seq))
    const times = await transactionTimes(db, bets)
    const placed = new Map(
      bets.map((bet, at) => [bet.id, { bet, at: times[at] }]),
    )
    return payments.flatMap((payment) => {
      const { bet, at } = placed.get(payment.betId) ?? {}
      return bet && at ? [lateGain(payment, bet, weekDate(at.getTime()))] : []
    })
  }
}

function behindPlayers(db: Database): Promise<BehindPlayer[]> {
  const { userId, joinedSeq, countedSeq, isShown } = leaderboardPlayers
  return db
    .select({ userId, joinedSeq, countedSeq })
    .from(leaderboardPlayers)
    .innerJoin(sql`users AS player`, eq(sql`player.id`, userId))
    .where(and(isShown, sql`player.seq > ${countedSeq}`))
    .limit(PLAYERS_AT_ONCE)
}

/**
 * Adds counts and gains, except those of players whom another process has
 * counted meanwhile.
 */
async function add(
  tx: Transaction,
  counts: readonly Count[],
  gains: readonly WeekGain[],
): Promise<void> {
  await tx.execute(sql`
    WITH counted AS (
      UPDATE leaderboard_players AS player SET counted_seq = count."to"
      FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        AS count("userId" uuid, "from" int8, "to" int8)
      WHERE player.user_id = count."userId" AND player.counted_seq = count."from"
        AND player.is_shown
      RETURNING player.user_id
    )
    INSERT INTO leaderboard_weeks AS kept (week, user_id, stake, payout,
      best_bet_id, best_game_type, best_stake, best_payout)
    SELECT week, gain."userId", gain.stake, gain.payout,
      best."betId", best."gameType", best.stake, best.payout
    FROM (
      SELECT week, "userId", sum(stake) AS stake, sum(payout) AS payout,
        (array_agg(best ORDER BY (best->>'payout')::numeric / (best->>'stake')::int8
          DESC NULLS LAST))[1] AS best
      FROM jsonb_to_recordset(${JSON.stringify(gains)}::jsonb)
        AS own(week date, "userId" uuid, stake int8, payout int8, best jsonb)
      GROUP BY week, "userId"
    ) AS gain
    JOIN counted ON counted.user_id = gain."userId"
    CROSS JOIN LATERAL jsonb_to_record(coalesce(nullif(gain.best, 'null'), '{}'))
      AS best("betId" uuid, "gameType" text, stake int8, payout int8)
    ON CONFLICT (week, user_id) DO UPDATE SET
      stake = kept.stake + excluded.stake,
      payout = kept.payout + excluded.payout,
      (best_bet_id, best_game_type, best_stake, best_payout) = (
        SELECT bet_id, game_type, stake, payout FROM (VALUES
          (kept.best_bet_id, kept.best_game_type, kept.best_stake, kept.best_payout),
          (excluded.best_bet_id, excluded.best_game_type, excluded.best_stake,
            excluded.best_payout)
        ) AS best(bet_id, game_type, stake, payout)
        ORDER BY payout::numeric / stake DESC NULLS LAST LIMIT 1)`)
}

function countOf(
  { userId, countedSeq: from }: BehindPlayer,
  weeks: readonly PlayedWeek[],
): Count {
  const own = weeks.filter((week) => week.userId === userId)
  return {
    userId,
    from,
    to: Math.max(from, ...own.map((week) => week.lastSeq)),
  }
}

function lateGain(
  { betId, gameType, amount }: LatePayment,
  { userId, settlement }: BetState,
  week: string,
): WeekGain {
  const best = settlement && { betId, gameType, ...settlement }
  return { userId, week, stake: 0, payout: amount, best }
}
