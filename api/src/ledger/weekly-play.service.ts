import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { plainArray } from '../platform/db/sql-values.ts'

/** Transactions read per player and call. */
const PAGE_SIZE = 2_000

type Position = { userId: string; seq: number }

/** A bet with a payout, in coins. */
export type PaidBet = {
  betId: string
  gameType: string
  stake: number
  payout: number
}

/** A payout made after its stake was taken, at the end of a hand or a race. */
export type LatePayment = { betId: string; gameType: string; amount: number }

/** Sums over a player's transactions of one week, in coins. */
export type PlayedWeek = {
  userId: string
  /** Monday in UTC, as an ISO date. */
  week: string
  lastSeq: number
  stake: number
  /** Payouts of bets that ended at once, of which `best` is one. */
  payout: number
  best: PaidBet | null
  late: LatePayment[]
}

/**
 * Sums up what players staked and won after the given positions, by week. Reads
 * from each position itself, because the payout of a bet that ends at once
 * directly follows its stake.
 */
export async function playedWeeks(
  db: Database,
  counted: readonly Position[],
): Promise<PlayedWeek[]> {
  const { rows } = await db.execute<PlayedWeek>(sql`
    WITH transaction AS (
      SELECT counted.user_id, counted.seq AS counted, moved.seq, type, game_type,
        amount, timestamp, coalesce(metadata->>'roundId', metadata->>'betId') AS late_bet,
        lag(id) OVER own AS bet_id, -lag(amount) OVER own AS bet_stake
      FROM unnest(
        ${plainArray(counted.map(({ userId }) => userId))}::uuid[],
        ${plainArray(counted.map(({ seq }) => seq))}::int8[]
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

export async function transactionTimes(
  db: Database,
  positions: readonly Position[],
): Promise<Date[]> {
  const { rows } = await db.execute<{ timestamp: string }>(sql`
    SELECT timestamp FROM unnest(
      ${plainArray(positions.map(({ userId }) => userId))}::uuid[],
      ${plainArray(positions.map(({ seq }) => seq))}::int8[]
    ) WITH ORDINALITY AS place(user_id, seq, n)
    JOIN transactions USING (user_id, seq) ORDER BY n`)
  return rows.map(({ timestamp }) => new Date(timestamp))
}
