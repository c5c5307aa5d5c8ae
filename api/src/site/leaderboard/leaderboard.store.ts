import { and, eq, type SQL, sql } from 'drizzle-orm'
import type {
  OwnPrize,
  PaidPrizes,
  WeeklyMultiple,
} from '#core/api/leaderboard.ts'
import {
  RANKED_STAKE_MIN,
  weekStart,
} from '#core/leaderboard/weekly-ranking.ts'
import type { Database } from '../../platform/db/database.ts'
import { leaderboardPlayers, leaderboardWeeks } from './leaderboard.table.ts'

type RankedRow = {
  userId: string
  player: string
  stake: number
  payout: number
}

const FROM_SHOWN = sql`FROM leaderboard_weeks
  JOIN leaderboard_players USING (user_id)
  JOIN users ON users.id = user_id`

/** Lists the highest returns of players who staked enough and are eligible. */
export async function byReturn(
  db: Database,
  week: string,
  limit: number,
  isEligible: SQL = sql`true`,
) {
  const { rows } = await db.execute<RankedRow>(sql`
    SELECT user_id AS "userId", username AS player, stake, payout ${FROM_SHOWN}
    WHERE week = ${week} AND is_shown AND stake >= ${RANKED_STAKE_MIN}
      AND ${isEligible}
    ORDER BY payout::numeric / stake DESC, stake DESC, user_id LIMIT ${limit}`)
  return rows
}

export async function byMultiple(db: Database, week: string, limit: number) {
  const { rows } = await db.execute<WeeklyMultiple>(sql`
    SELECT username AS player, best_bet_id AS "betId", best_game_type AS "gameType",
      best_stake AS stake, best_payout AS payout ${FROM_SHOWN}
    WHERE week = ${week} AND is_shown AND best_payout > best_stake
    ORDER BY best_payout::numeric / best_stake DESC, best_stake DESC, user_id
    LIMIT ${limit}`)
  return rows
}

export async function readStanding(db: Database, userId: string, week: string) {
  const { stake, payout } = leaderboardWeeks
  const isOfWeek = and(
    eq(leaderboardWeeks.userId, leaderboardPlayers.userId),
    eq(leaderboardWeeks.week, week),
  )
  const [row] = await db
    .select({ isShown: leaderboardPlayers.isShown, stake, payout })
    .from(leaderboardPlayers)
    .leftJoin(leaderboardWeeks, isOfWeek)
    .where(eq(leaderboardPlayers.userId, userId))
  return {
    isShown: row?.isShown ?? false,
    stake: row?.stake ?? 0,
    payout: row?.payout ?? 0,
  }
}

/** Returns the last paid week; names only of players who take part. */
export async function lastPrizes(db: Database): Promise<PaidPrizes | null> {
  const { rows } = await db.execute<{
    week: string
    prizes: PaidPrizes['prizes']
  }>(sql`
    SELECT week::text, (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'player', CASE WHEN is_shown THEN username END,
        'coins', winner->'coins', 'stake', winner->'stake', 'payout', winner->'payout'
      ) ORDER BY place), '[]')
      FROM jsonb_array_elements(winners) WITH ORDINALITY AS won(winner, place)
      JOIN users ON users.id = (winner->>'userId')::uuid
      LEFT JOIN leaderboard_players ON user_id = users.id
    ) AS prizes
    FROM leaderboard_prizes ORDER BY week DESC LIMIT 1`)
  const [row] = rows
  return row
    ? { from: new Date(row.week).toISOString(), prizes: row.prizes }
    : null
}

export async function readLastPrize(db: Database, userId: string) {
  const { rows } = await db.execute<OwnPrize>(sql`
    SELECT week::text, place::int, (winner->>'coins')::int AS coins
    FROM (SELECT * FROM leaderboard_prizes ORDER BY week DESC LIMIT 1) AS last,
      jsonb_array_elements(winners) WITH ORDINALITY AS won(winner, place)
    WHERE winner->>'userId' = ${userId}`)
  return rows[0] ?? null
}

/** Formats the Monday of a time's week (epoch milliseconds) as a PostgreSQL date. */
export function weekDate(timeMs: number): string {
  return new Date(weekStart(timeMs)).toISOString().slice(0, 10)
}
