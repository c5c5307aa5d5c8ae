import { asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { coins } from '#core/money/coins.ts'
import type { Database } from '../../platform/db/database.ts'
import { plainArray, quotedArray } from '../../platform/db/sql-values.ts'
import { openRounds, rounds } from './rounds.table.ts'

export type RoundRow = typeof rounds.$inferSelect
export type OpenRoundRow = typeof openRounds.$inferSelect

/** Stake and payout are null while the round is open. */
type BetRow = Pick<RoundRow, 'id' | 'userId' | 'seq'> &
  Record<'stake' | 'payout', number | null>

type CommittedRow = Pick<RoundRow, 'id' | 'userId' | 'roundHash' | 'seq'> & {
  balance: number
}

export type RoundsStore = ReturnType<typeof createRoundsStore>

/** Reads rounds; only the commit statement writes them. */
export function createRoundsStore(db: Database) {
  return {
    async findRound(id: string, on = db) {
      const [row] = await on.select().from(rounds).where(eq(rounds.id, id))
      return row
    },

    /** Returns those of the requests that have a round or a stored answer. */
    async knownAmong(ids: readonly string[]): Promise<Set<string>> {
      const wanted = sql`${plainArray(ids)}::uuid[]`
      const { rows } = await db.execute<{ id: string }>(
        sql`SELECT id FROM rounds WHERE id = ANY(${wanted})
            UNION ALL SELECT id FROM kept_answers WHERE id = ANY(${wanted})`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** Returns those of the bets that started rounds, open or finished. */
    async findBets(ids: readonly string[]) {
      const { rows } = await db.execute<BetRow>(
        sql`SELECT id, user_id AS "userId", seq, stake, payout
            FROM rounds WHERE id = ANY(${plainArray(ids)}::uuid[])
            UNION ALL SELECT id, user_id, seq, NULL, NULL
            FROM open_rounds WHERE id = ANY(${plainArray(ids)}::uuid[])`,
      )
      return rows.map(({ id, userId, seq, stake, payout }) => ({
        id,
        userId,
        seq,
        settlement:
          stake === null || payout === null
            ? null
            : { stake: coins(stake), payout: coins(payout) },
      }))
    },

    findRounds(ids: readonly string[]): Promise<RoundRow[]> {
      return db
        .select()
        .from(rounds)
        .where(inArray(rounds.id, [...ids]))
    },

    /** Returns those of the rounds that are finished, with the balance after each. */
    async findCommitted(ids: readonly string[]) {
      const { rows } = await db.execute<CommittedRow>(
        sql`SELECT r.id, r.user_id AS "userId", r.round_hash AS "roundHash",
              last.balance_after AS balance, last.seq
            FROM rounds AS r JOIN transactions AS last
              ON last.user_id = r.user_id AND last.seq = r.seq + (r.payout > 0)::int
            WHERE r.id = ANY(${plainArray(ids)}::uuid[])`,
      )
      return rows
    },

    async findOpen(id: string) {
      const [row] = await db
        .select()
        .from(openRounds)
        .where(eq(openRounds.id, id))
      return row
    },

    findOpenRound(userIds: readonly string[]): Promise<OpenRoundRow[]> {
      return db
        .select()
        .from(openRounds)
        .where(inArray(openRounds.userId, [...userIds]))
    },

    /** Returns open rounds without an action since `time`, longest idle first. */
    findIdleSince(time: Date, limit: number): Promise<OpenRoundRow[]> {
      return db
        .select()
        .from(openRounds)
        .where(lt(openRounds.actedAt, time))
        .orderBy(asc(openRounds.actedAt))
        .limit(limit)
    },
  }
}

/**
 * Creates missing totals; in commits an upsert would cost a tenth of all bets.
 */
export async function createGameTotals(
  db: Database,
  gameTypes: readonly string[],
): Promise<void> {
  await db.execute(
    sql`INSERT INTO game_totals (partition, game_type)
        SELECT id, game_type
        FROM global_stats, unnest(${quotedArray(gameTypes)}::text[]) AS game_type
        ON CONFLICT DO NOTHING`,
  )
}
