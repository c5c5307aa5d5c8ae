import { and, eq, sql } from 'drizzle-orm'
import type { Settlement } from '#core/api/history.ts'
import {
  type BetSource,
  type BetState,
  findBets,
} from '../../ledger/history/history.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Guard, withFencing } from '../../platform/db/lease.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { leaderboardPlayers } from './leaderboard.table.ts'

/** Players per pass; the next pass takes the rest. */
const PLAYERS_AT_ONCE = 1_000

/** Transactions read per player and call. */
const PAGE_SIZE = 2_000

/** Sums over a player's transactions of one week, in coins. */
type PlayedWeek = {
  userId: string
  /** Monday in UTC, as an ISO date. */
  week: string
  lastSeq: number
  stake: number
  /** Payouts of bets that ended at once, of which `best` is one. */
  payout: number
  best: (Settlement & { betId: string; gameType: string }) | null
  /** Payouts made after their stakes were taken, at the end of a hand or a race. */
  late: { betId: string; gameType: string; amount: number }[]
}

type BehindPlayer = Pick<
  typeof leaderboardPlayers.$inferSelect,
  'userId' | 'joinedSeq' | 'countedSeq'
>

/** Amounts to add to a player's week, in coins. */
type WeekGain = Pick<
  PlayedWeek,
  'userId' | 'week' | 'stake' | 'payout' | 'best'
>

/**
 * Creates the job that sums stakes and payouts of the leaderboard's players by
 * week. Continues each history where it was last counted.
 */
export function createWeekCounter(db: Database, sources: readonly BetSource[]) {
  /** Runs one pass; long histories take several. */
  return async (term: Guard): Promise<void> => {
    const behind = await behindPlayers(db)
    if (behind.length === 0) return
    const weeks = await playedWeeks(db, behind)
    const gains = [...weeks, ...(await lateGains(behind, weeks))]
    const counts = behind.map(({ userId, countedSeq: from }) => {
      const own = weeks.filter((week) => week.userId === userId)
      const to = Math.max(from, ...own.map(({ lastSeq }) => lastSeq))
      return { userId, from, to }
    })
    await withFencing(term, db, (tx) => add(tx, counts, gains))
  }

  /** Counts late payments in their bet's week: no stake wins the next week. */
  async function lateGains(
    behind: readonly BehindPlayer[],
    weeks: readonly PlayedWeek[],
  ): Promise<WeekGain[]> {
    const payments = weeks.flatMap(({ late }) => late)
    if (payments.length === 0) return []
    const joined = new Map(behind.map((one) => [one.userId, one.joinedSeq]))
    const ids = [...new Set(payments.map(({ betId }) => betId))]
    const found = await findBets(sources, ids)
    const bets = [...found.values()].filter(
      ({ userId, seq }) => seq > (joined.get(userId) ?? seq),
    )
    const weekByBet = await assignWeeks(db, bets)
    return payments.flatMap(({ betId, gameType, amount: payout }) => {
      const week = weekByBet.get(betId)
      const { userId = '', settlement } = found.get(betId) ?? {}
      if (week === undefined) return []
      const best = settlement ? { betId, gameType, ...settlement } : null
      return [{ userId, week, stake: 0, payout, best }]
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

/** Adds counts and gains of players that no other process counted meanwhile. */
async function add(
  tx: Transaction,
  /** Ranges of players' transactions that are counted now. */
  counts: readonly { userId: string; from: number; to: number }[],
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

/**
 * Sums up play after the given positions, by week. Reads from each position
 * itself, because the payout of a bet that ends at once follows its stake.
 */
async function playedWeeks(db: Database, behind: readonly BehindPlayer[]) {
  const { rows } = await db.execute<PlayedWeek>(sql`
    WITH transaction AS (
      SELECT counted.user_id, counted.seq AS counted, moved.seq, type, game_type,
        amount, timestamp, coalesce(metadata->>'roundId', metadata->>'betId') AS late_bet,
        lag(id) OVER own AS bet_id, -lag(amount) OVER own AS bet_stake
      FROM unnest(
        ${plainArray(behind.map(({ userId }) => userId))}::uuid[],
        ${plainArray(behind.map(({ countedSeq }) => countedSeq))}::int8[]
      ) AS counted(user_id, seq)
      CROSS JOIN LATERAL (
        SELECT * FROM transactions
        WHERE user_id = counted.user_id AND seq >= counted.seq
        ORDER BY seq LIMIT ${PAGE_SIZE}
      ) AS moved
      WINDOW own AS (PARTITION BY counted.user_id ORDER BY moved.seq)
    ), played AS (
      SELECT *, type = 'win' AND late_bet IS NULL AS is_at_once,
        date_trunc('week', timestamp AT TIME ZONE 'UTC')::date::text AS week
      FROM transaction WHERE seq > counted
    )
    SELECT user_id AS "userId", week, max(seq) AS "lastSeq",
      coalesce(-sum(amount) FILTER (WHERE type IN ('bet', 'raise')), 0)::int8 AS stake,
      coalesce(sum(amount) FILTER (WHERE is_at_once), 0)::int8 AS payout,
      (array_agg(jsonb_build_object('betId', bet_id, 'gameType', game_type,
          'stake', bet_stake, 'payout', amount)
        ORDER BY amount::float8 / bet_stake DESC) FILTER (WHERE is_at_once))[1] AS best,
      coalesce(jsonb_agg(jsonb_build_object('betId', late_bet,
          'gameType', game_type, 'amount', amount))
        FILTER (WHERE late_bet IS NOT NULL AND type IN ('win', 'refund', 'reversal')),
        '[]') AS late
    FROM played GROUP BY user_id, week`)
  return rows
}

async function assignWeeks(db: Database, bets: readonly BetState[]) {
  const { rows } = await db.execute<{ id: string; week: string }>(sql`
    SELECT id, date_trunc('week', timestamp AT TIME ZONE 'UTC')::date::text AS week
    FROM unnest(
      ${plainArray(bets.map(({ userId }) => userId))}::uuid[],
      ${plainArray(bets.map(({ seq }) => seq))}::int8[]
    ) AS bet(user_id, seq) JOIN transactions USING (user_id, seq)`)
  return new Map(rows.map(({ id, week }) => [id, week]))
}
