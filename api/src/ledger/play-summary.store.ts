import { type SQL, sql } from 'drizzle-orm'
import type { SummaryQuery } from '#core/api/history.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import type { Database } from '../platform/db/database.ts'
import { quotedArray } from '../platform/db/sql-values.ts'
import { lastSummed, SEGMENT } from './history-segments.store.ts'

/** Moments that a time is divided into, at most: a screen shows no more. */
const BUCKETS = 240
/** So few segments are read transaction by transaction: that shows more of a curve. */
const FEW_SEGMENTS = 128
/** After every transaction there is. */
const END = 10 ** 15

/** What one game brought its player within one of the moments, in coins. */
export type PlayedBucket = {
  bucket: number
  /** Of the last transaction in it, in epoch milliseconds. */
  atMs: number
  gameType: string
  bets: number
  stake: number
  profit: number
}

/** Totals of a player's bets, in coins. */
export type BetTotals = {
  /** Payouts less stakes of settled bets. */
  profit: number
  openStakes: Coins
}

/** What players put into games, and what came back. */
export class PlaySummaryStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns what the bets of players brought. */
  async betTotalsOf(
    userIds: readonly string[],
  ): Promise<Map<string, BetTotals>> {
    type Row = { id: string; profit: string; staked: string }
    const { rows } = await this.#db.execute<Row>(sql`
      SELECT player.id, coalesce(open.staked, 0) AS staked,
        coalesce(summed.profit, 0) + coalesce(rest.profit, 0)
          + coalesce(open.staked, 0) AS profit
      FROM unnest(${quotedArray(userIds)}::uuid[]) AS player(id)
      CROSS JOIN LATERAL (
        SELECT sum(amount) AS profit FROM history_segments
        WHERE user_id = player.id AND type = '' AND game_type <> ''
      ) AS summed
      CROSS JOIN LATERAL (
        SELECT sum(amount) AS profit FROM transactions
        WHERE user_id = player.id AND game_type IS NOT NULL
          AND seq > ${lastSummed(sql`player.id`)}
      ) AS rest
      CROSS JOIN LATERAL (
        SELECT sum(staked) AS staked FROM (
          SELECT user_id, staked FROM open_rounds
          UNION ALL SELECT user_id, amount FROM race_bets WHERE status = 'pending'
          UNION ALL SELECT user_id, stake FROM stakes WHERE paid IS NULL
        ) AS bet WHERE user_id = player.id
      ) AS open`)
    return new Map(
      rows.map(({ id, profit, staked }) => [
        id,
        { profit: Number(profit), openStakes: coins(Number(staked)) },
      ]),
    )
  }

  /**
   * Sums of a player's bets over a time, oldest first. Segments that lie in it
   * as a whole count by their sums, all others transaction by transaction.
   */
  async played(userId: string, query: SummaryQuery): Promise<PlayedBucket[]> {
    const { rows } = await this.#db.execute<
      Record<keyof PlayedBucket, string>
    >(sql`
      WITH segment AS (
        SELECT last_seq, first_at, last_at FROM history_segments
        WHERE user_id = ${userId} AND type = '' AND game_type = ''
          AND ${isAfter(query, sql`last_at`)} AND ${isBefore(query, sql`first_at`)}
      ), whole AS (
        SELECT last_seq FROM segment
        WHERE ${isAfter(query, sql`first_at`)} AND ${isBefore(query, sql`last_at`)}
          AND (SELECT count(*) FROM segment) > ${FEW_SEGMENTS}
      ), part AS (
        SELECT last_seq - ${SEGMENT} AS after, last_seq AS last FROM segment
        WHERE last_seq NOT IN (SELECT last_seq FROM whole)
        UNION ALL SELECT ${lastSummed(sql`${userId}`)}, ${END}
      ), played AS (
        SELECT last_at AS at, game_type, type, amount, count
        FROM history_segments JOIN whole USING (last_seq)
        WHERE user_id = ${userId} AND type <> '' AND ${isGame(query)}
        UNION ALL
        SELECT timestamp, game_type, type, amount, 1
        FROM part CROSS JOIN LATERAL (
          SELECT * FROM transactions
          WHERE user_id = ${userId} AND seq > after AND seq <= last
        ) AS transaction
        WHERE ${isGame(query)}
          AND ${isAfter(query, sql`timestamp`)} AND ${isBefore(query, sql`timestamp`)}
      ), placed AS (
        SELECT *, least(${BUCKETS - 1}, floor(${BUCKETS} * coalesce(
          extract(epoch FROM at - min(at) OVER ())
            / nullif(extract(epoch FROM max(at) OVER () - min(at) OVER ()), 0), 0
        ))) AS bucket FROM played
      )
      SELECT bucket, floor(extract(epoch FROM max(at)) * 1000) AS "atMs",
        game_type AS "gameType",
        coalesce(sum(count) FILTER (WHERE type = 'bet'), 0) AS bets,
        coalesce(-sum(amount) FILTER (WHERE type IN ('bet', 'raise')), 0) AS stake,
        sum(amount) AS profit
      FROM placed GROUP BY bucket, game_type ORDER BY bucket, "atMs"`)
    return rows.map(({ gameType, ...numbers }) => ({
      gameType,
      bucket: Number(numbers.bucket),
      atMs: Number(numbers.atMs),
      bets: Number(numbers.bets),
      stake: Number(numbers.stake),
      profit: Number(numbers.profit),
    }))
  }
}

/** A sum of any game is none of a game. */
function isGame({ gameType }: SummaryQuery): SQL {
  return gameType ? sql`game_type = ${gameType}` : sql`game_type <> ''`
}

function isAfter({ from }: SummaryQuery, time: SQL): SQL {
  return from
    ? sql`${time} >= ${new Date(from).toISOString()}::timestamptz`
    : sql`true`
}

function isBefore({ to }: SummaryQuery, time: SQL): SQL {
  return to
    ? sql`${time} < ${new Date(to).toISOString()}::timestamptz`
    : sql`true`
}
