import { and, eq, sql } from 'drizzle-orm'
import type {
  OwnPrize,
  PaidPrizes,
  WeeklyMultiple,
  WeeklyReturn,
} from '#core/api/leaderboard.ts'
import { weekStart } from '#core/leaderboard/weekly-ranking.ts'
import { coins } from '#core/money/coins.ts'
import type { PaidBet } from '../../ledger/weekly-play.service.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import {
  leaderboardPlayers,
  leaderboardPrizes,
  leaderboardWeeks,
  type Winner,
} from './leaderboard.table.ts'

/** Players per pass; the next pass takes the rest. */
const PLAYERS_AT_ONCE = 1_000

/** A player with uncounted transactions. */
export type BehindPlayer = {
  userId: string
  joinedSeq: number
  countedSeq: number
}

/** Amounts to add to a player's week, in coins. */
export type WeekGain = {
  userId: string
  /** Monday of the week in UTC, as a PostgreSQL date. */
  week: string
  stake: number
  payout: number
  best: PaidBet | null
}

/** Range of a player's transactions that is counted now. */
export type Count = { userId: string; from: number; to: number }

export class LeaderboardStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Lists players with bets that are not counted yet. */
  async behind(): Promise<BehindPlayer[]> {
    const { userId, joinedSeq, countedSeq, isShown } = leaderboardPlayers
    return this.#db
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
  async add(
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
      FROM jsonb_to_recordset(${JSON.stringify(gains)}::jsonb)
        AS gain(week date, "userId" uuid, stake int8, payout int8, best jsonb)
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

  /** Starts counting bets; has no effect for players who have already joined. */
  async join(userId: string): Promise<void> {
    await this.#db.execute(sql`
      INSERT INTO leaderboard_players AS kept (user_id, is_shown, joined_seq, counted_seq)
      SELECT id, true, seq, seq FROM users WHERE id = ${userId}
      ON CONFLICT (user_id) DO UPDATE SET is_shown = true,
        joined_seq = excluded.joined_seq, counted_seq = excluded.counted_seq
      WHERE NOT kept.is_shown`)
  }

  async leave(userId: string): Promise<void> {
    await this.#db
      .update(leaderboardPlayers)
      .set({ isShown: false })
      .where(eq(leaderboardPlayers.userId, userId))
  }

  /** Reads a player's participation and the week's totals, in coins. */
  async standingOf(
    userId: string,
    week: string,
  ): Promise<{ isShown: boolean; stake: number; payout: number } | undefined> {
    const { stake, payout } = leaderboardWeeks
    const isOfWeek = and(
      eq(leaderboardWeeks.userId, leaderboardPlayers.userId),
      eq(leaderboardWeeks.week, week),
    )
    const [row] = await this.#db
      .select({ isShown: leaderboardPlayers.isShown, stake, payout })
      .from(leaderboardPlayers)
      .leftJoin(leaderboardWeeks, isOfWeek)
      .where(eq(leaderboardPlayers.userId, userId))
    return row && { ...row, stake: row.stake ?? 0, payout: row.payout ?? 0 }
  }

  /** Lists the highest returns of players who staked enough. */
  async byReturn(
    week: string,
    { stakeMin, limit }: { stakeMin: number; limit: number },
  ): Promise<WeeklyReturn[]> {
    const { rows } = await this.#db.execute<RankedRow>(sql`
      SELECT username AS player, stake, payout ${FROM_SHOWN}
      WHERE week = ${week} AND is_shown AND stake >= ${stakeMin}
      ORDER BY ${BY_RETURN} LIMIT ${limit}`)
    return rows.map(({ player, stake, payout }) => ({
      player,
      stake: Number(stake),
      payout: Number(payout),
    }))
  }

  /**
   * Returns the oldest unpaid week up to one: the week after the last paid one,
   * or that week itself when none was paid.
   */
  async unpaidWeek(lastWeek: string): Promise<string | undefined> {
    const { rows } = await this.#db.execute<{ week: string }>(sql`
      SELECT min(week)::text AS week FROM leaderboard_weeks
      WHERE week <= ${lastWeek} AND week >= coalesce(
        (SELECT max(week) + 1 FROM leaderboard_prizes), ${lastWeek}::date)`)
    return rows[0]?.week ?? undefined
  }

  /** True while bets from before a time are uncounted. */
  async isBehind(time: Date): Promise<boolean> {
    const { rows } = await this.#db.execute(sql`
      SELECT FROM leaderboard_players AS player JOIN transactions AS next
        ON next.user_id = player.user_id AND next.seq = player.counted_seq + 1
      WHERE is_shown AND next.timestamp < ${time.toISOString()} LIMIT 1`)
    return rows.length > 0
  }

  /** Returns the first places of a week by return, without closed accounts. */
  async winners(
    tx: Transaction,
    week: string,
    { stakeMin, limit }: { stakeMin: number; limit: number },
  ): Promise<Pick<Winner, 'userId' | 'stake' | 'payout'>[]> {
    const { rows } = await tx.execute<RankedRow & { userId: string }>(sql`
      SELECT user_id AS "userId", stake, payout ${FROM_SHOWN}
      WHERE week = ${week} AND is_shown AND stake >= ${stakeMin}
        AND frozen_at IS NULL AND closed_at IS NULL
      ORDER BY ${BY_RETURN} LIMIT ${limit}`)
    return rows.map(({ userId, stake, payout }) => ({
      userId,
      stake: Number(stake),
      payout: Number(payout),
    }))
  }

  /** @returns false when the week's prizes were paid before. */
  async keepPrizes(
    tx: Transaction,
    week: string,
    winners: Winner[],
  ): Promise<boolean> {
    const { rowCount } = await tx
      .insert(leaderboardPrizes)
      .values({ week, winners })
      .onConflictDoNothing()
    return rowCount === 1
  }

  /** Returns the last paid week; names only of players who take part. */
  async lastPrizes(): Promise<PaidPrizes | null> {
    const { rows } = await this.#db.execute<{
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

  /** Returns a player's prize of the last paid week, if any. */
  async lastPrizeOf(userId: string): Promise<OwnPrize | null> {
    const { rows } = await this.#db.execute<OwnPrize>(sql`
      SELECT week::text, place::int, (winner->>'coins')::int AS coins
      FROM (SELECT * FROM leaderboard_prizes ORDER BY week DESC LIMIT 1) AS last,
        jsonb_array_elements(winners) WITH ORDINALITY AS won(winner, place)
      WHERE winner->>'userId' = ${userId}`)
    return rows[0] ?? null
  }

  /** Returns the best multiples of a single bet. */
  async byMultiple(week: string, limit: number): Promise<WeeklyMultiple[]> {
    const { rows } = await this.#db.execute<
      RankedRow & Pick<WeeklyMultiple, 'betId' | 'gameType'>
    >(sql`
      SELECT username AS player, best_bet_id AS "betId", best_game_type AS "gameType",
        best_stake AS stake, best_payout AS payout ${FROM_SHOWN}
      WHERE week = ${week} AND is_shown AND best_payout > best_stake
      ORDER BY best_payout::numeric / best_stake DESC, best_stake DESC, user_id
      LIMIT ${limit}`)
    return rows.map(({ stake, payout, ...bet }) => ({
      ...bet,
      stake: coins(Number(stake)),
      payout: coins(Number(payout)),
    }))
  }
}

type RankedRow = { player: string; stake: string; payout: string }

const BY_RETURN = sql`payout::numeric / stake DESC, stake DESC, user_id`

const FROM_SHOWN = sql`FROM leaderboard_weeks
  JOIN leaderboard_players USING (user_id)
  JOIN users ON users.id = user_id`

/** Formats the Monday of a time's week (epoch milliseconds) as a PostgreSQL date. */
export function weekDate(timeMs: number): string {
  return new Date(weekStart(timeMs)).toISOString().slice(0, 10)
}
