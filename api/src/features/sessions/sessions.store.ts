import { and, eq, ne, sql } from 'drizzle-orm'
import { quotedArray } from '../../platform/db/array-literal.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { sessions } from './sessions.table.ts'

/** Reads what connect-pg-simple keeps, many sessions at once. */
export class SessionsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Whose the sessions are, by id; those that are over are left out. */
  async ownersOf(ids: readonly string[]): Promise<Map<string, string | null>> {
    const isAsked = sql`${sessions.sid} = ANY(${quotedArray(ids)})`
    // By this process's clock and in whole seconds, as connect-pg-simple does.
    const now = sql`to_timestamp(${Math.ceil(Date.now() / 1_000)})`
    const userId = sql<string | null>`${sessions.sess}->>'userId'`
    const rows = await this.#db
      .select({ id: sessions.sid, userId })
      .from(sessions)
      .where(and(isAsked, sql`${sessions.expire} >= ${now}`))
    return new Map(rows.map((row) => [row.id, row.userId]))
  }

  /** Until when a player is signed in, browser by browser. */
  listOf(userId: string): Promise<{ expires: Date }[]> {
    return this.#db
      .select({ expires: sessions.expire })
      .from(sessions)
      .where(eq(sql`${sessions.sess}->>'userId'`, userId))
  }

  /** Deletes a player's sessions. @returns their ids. */
  async deleteOf(
    userId: string,
    but = '',
    on: Database | Transaction = this.#db,
  ): Promise<string[]> {
    const rows = await on
      .delete(sessions)
      .where(
        and(
          eq(sql`${sessions.sess}->>'userId'`, userId),
          ne(sessions.sid, but),
        ),
      )
      .returning({ id: sessions.sid })
    return rows.map(({ id }) => id)
  }
}
