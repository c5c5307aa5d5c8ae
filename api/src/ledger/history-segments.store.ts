import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { historySegments } from './ledger.table.ts'

/** Transactions of a player in a row, from the first on, that are summed up together. */
export const SEGMENT = 128
/** Fewer transactions than this are looked through faster than they are summed up. */
const MANY = 32 * SEGMENT
/** What one short statement sums up at most. */
const SUMMED_AT_ONCE = 128 * SEGMENT

/** Sums of long histories, by which filters and figures of them are fast. */
export class HistorySegmentsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Players of whom many transactions are not summed up. */
  async manyUnsummed(): Promise<string[]> {
    const { rows } = await this.#db.execute<{ id: string }>(
      sql`SELECT id FROM users
          WHERE seq >= ${MANY} AND seq - ${lastSummed(sql`users.id`)} >= ${MANY}`,
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Sums up a portion of a player's full segments. Those never change, so
   * processes that do it at once agree. @returns whether any were left.
   */
  async sumUp(userId: string): Promise<boolean> {
    const summed = lastSummed(sql`${userId}`)
    const { rowCount } = await this.#db.execute(
      sql`INSERT INTO ${historySegments} (user_id, type, game_type, last_seq,
            count, amount, first_at, last_at)
          SELECT ${userId}::uuid, coalesce(type, ''), coalesce(game_type, ''),
            last_seq, count(*), sum(amount), min(timestamp), max(timestamp)
          FROM (
            SELECT *, (seq + ${SEGMENT - 1}) / ${SEGMENT} * ${SEGMENT} AS last_seq
            FROM transactions WHERE user_id = ${userId}
              AND seq > ${summed} AND seq <= ${summed} + ${SUMMED_AT_ONCE}
              AND seq <= (SELECT seq / ${SEGMENT} * ${SEGMENT} FROM users
                WHERE id = ${userId})
          ) AS transaction
          GROUP BY last_seq, CUBE (type, game_type)
          HAVING game_type IS NOT NULL OR grouping(game_type) = 1
          ORDER BY last_seq, 2, 3
          ON CONFLICT DO NOTHING`,
    )
    return Boolean(rowCount)
  }
}

/** Up to where a player's history is summed up: the filter that all of it passes. */
export function lastSummed(userId: SQL): SQL {
  return sql`coalesce((SELECT max(last_seq) FROM ${historySegments}
    WHERE user_id = ${userId} AND type = '' AND game_type = ''), 0)`
}
