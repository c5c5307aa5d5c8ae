import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { plainArray } from '../platform/db/sql-values.ts'

/** Transactions of a player that one look counts, at most. */
const PORTION = 2_000

/** Up to where somebody has counted a player's transactions. */
export type CountedTo = { userId: string; seq: number }

/** A bet that has paid, in coins. */
export type PaidBet = {
  betId: string
  gameType: string
  stake: number
  payout: number
}

/**
 * What is paid later than the stake is taken: at the end of a hand, or of a
 * race.
 */
export type LatePayment = { betId: string; gameType: string; amount: number }

/** What a player's further transactions of one week add up to, in coins. */
export type PlayedWeek = {
  userId: string
  /** Its Monday in UTC, as PostgreSQL writes dates. */
  week: string
  lastSeq: number
  stake: number
  /** Of bets that were over at once, as is `best`. */
  payout: number
  best: PaidBet | null
  late: LatePayment[]
}

type WeekRow = Omit<PlayedWeek, 'lastSeq' | 'stake' | 'payout'> &
  Record<'lastSeq' | 'stake' | 'payout', string>

/**
 * What was played since it was last counted, read along the players' histories.
 */
export class PlayedAfterService {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * A bet that is over at once is paid by the transaction right behind its
   * own, so each player is read from the last one counted on.
   */
  async weeks(counted: readonly CountedTo[]): Promise<PlayedWeek[]> {
    const { rows } = await this.#db.execute<WeekRow>(sql`
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
          ORDER BY seq LIMIT ${PORTION}
        ) AS moved
        WINDOW own AS (PARTITION BY counted.user_id ORDER BY moved.seq)
      ), played AS (
        SELECT *, type = 'win' AND late_bet IS NULL AS is_at_once,
          date_trunc('week', timestamp AT TIME ZONE 'UTC')::date::text AS week
        FROM transaction WHERE seq > counted
      )
      SELECT user_id AS "userId", week, max(seq) AS "lastSeq",
        coalesce(-sum(amount) FILTER (WHERE type IN ('bet', 'raise')), 0) AS stake,
        coalesce(sum(amount) FILTER (WHERE is_at_once), 0) AS payout,
        (array_agg(jsonb_build_object('betId', bet_id, 'gameType', game_type,
            'stake', bet_stake, 'payout', amount)
          ORDER BY amount::float8 / bet_stake DESC) FILTER (WHERE is_at_once))[1] AS best,
        coalesce(jsonb_agg(jsonb_build_object('betId', late_bet,
            'gameType', game_type, 'amount', amount))
          FILTER (WHERE late_bet IS NOT NULL AND type IN ('win', 'refund', 'reversal')),
          '[]') AS late
      FROM played GROUP BY user_id, week`)
    return rows.map((row) => ({
      ...row,
      lastSeq: Number(row.lastSeq),
      stake: Number(row.stake),
      payout: Number(row.payout),
    }))
  }

  /** When transactions were made, in the order that they are asked for. */
  async timesOf(places: readonly CountedTo[]): Promise<Date[]> {
    const { rows } = await this.#db.execute<{ timestamp: string }>(sql`
      SELECT timestamp FROM unnest(
        ${plainArray(places.map(({ userId }) => userId))}::uuid[],
        ${plainArray(places.map(({ seq }) => seq))}::int8[]
      ) WITH ORDINALITY AS place(user_id, seq, n)
      JOIN transactions USING (user_id, seq) ORDER BY n`)
    return rows.map(({ timestamp }) => new Date(timestamp))
  }
}
