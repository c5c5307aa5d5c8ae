import { type SQL, sql } from 'drizzle-orm'
import type {
  CurvePoint,
  GameSummary,
  PlaySummary,
  SummaryQuery,
} from '#core/api/history.ts'
import type { Coins } from '#core/money/coins.ts'
import type { Database } from '../../platform/db/database.ts'
import { quotedArray } from '../../platform/db/sql-values.ts'
import { OPEN_STAKES } from '../ledger.store.ts'
import { END, lastSummed, SEGMENT } from './transactions.store.ts'

const BUCKETS = 240
/** Up to so many segments are read by transaction, for a finer curve. */
const FEW_SEGMENTS = 128

/** Sums of one game over one bucket of time, in coins. */
type Bucket = {
  bucket: number
  /** Time of its last transaction, in epoch milliseconds. */
  atMs: number
  gameType: string
  bets: number
  stake: number
  profit: number
}

export type BetTotals = {
  /** Payouts less stakes of settled bets. */
  profit: number
  openStakes: Coins
}

export async function betTotals(db: Database, userIds: readonly string[]) {
  const { rows } = await db.execute<BetTotals & { id: string }>(sql`
    SELECT player.id, coalesce(open.staked, 0)::int8 AS "openStakes",
      (coalesce(summed.profit, 0) + coalesce(rest.profit, 0)
        + coalesce(open.staked, 0))::int8 AS profit
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
      SELECT sum(staked) AS staked FROM ${OPEN_STAKES} AS bet
      WHERE user_id = player.id
    ) AS open`)
  return new Map(rows.map(({ id, ...totals }) => [id, totals]))
}

/** Sums up a player's bets, by game and as a curve of profit over time. */
export async function playSummary(
  db: Database,
  userId: string,
  query: SummaryQuery,
): Promise<PlaySummary> {
  const buckets = await readBuckets(db, userId, query)
  return { games: sumByGame(buckets), curve: toCurve(buckets) }
}

function sumByGame(buckets: readonly Bucket[]): GameSummary[] {
  const games = new Map<string, GameSummary>()
  for (const { gameType, bets, stake, profit } of buckets) {
    const sum = games.get(gameType)
    games.set(gameType, {
      gameType,
      bets: (sum?.bets ?? 0) + bets,
      stake: (sum?.stake ?? 0) + stake,
      payout: (sum?.payout ?? 0) + stake + profit,
    })
  }
  return [...games.values()].toSorted((a, b) =>
    a.gameType < b.gameType ? -1 : 1,
  )
}

function toCurve(buckets: readonly Bucket[]): CurvePoint[] {
  const points = new Map<number, CurvePoint>()
  let total = 0
  for (const { bucket, atMs, profit } of buckets) {
    total += profit
    points.set(bucket, { at: new Date(atMs).toISOString(), profit: total })
  }
  return [...points.values()]
}

/** Reads sums, oldest first: by segment where all of it is in range. */
async function readBuckets(db: Database, userId: string, query: SummaryQuery) {
  const { rows } = await db.execute<Bucket>(sql`
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
      )))::int AS bucket FROM played
    )
    SELECT bucket, floor(extract(epoch FROM max(at)) * 1000)::int8 AS "atMs",
      game_type AS "gameType",
      coalesce(sum(count) FILTER (WHERE type = 'bet'), 0)::int8 AS bets,
      coalesce(-sum(amount) FILTER (WHERE type IN ('bet', 'raise')), 0)::int8 AS stake,
      sum(amount)::int8 AS profit
    FROM placed GROUP BY bucket, game_type ORDER BY bucket, "atMs"`)
  return rows
}

/** Excludes sums over all games and transactions without one. */
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
