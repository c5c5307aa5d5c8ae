import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { quotedArray } from '../../platform/db/sql-values.ts'
import { sessions } from './sessions.table.ts'

/** When a browser signed in, and when that ends. */
export type SessionTimes = { signedIn: Date; expires: Date }

/** Reads connect-pg-simple's table, many sessions at once. */
export class SessionsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns the players of valid sessions, by session ID. */
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

  /** Lists a player's sessions, newest first. */
  listOf(userId: string): Promise<SessionTimes[]> {
    const lifetimeMs = sql`(${sessions.sess}->'cookie'->>'originalMaxAge')::float8`
    return this.#db
      .select({
        // express-session never extends ours, so the rest follows from the end.
        signedIn:
          sql`${sessions.expire} - make_interval(secs => ${lifetimeMs} / 1000)`.mapWith(
            sessions.expire,
          ),
        expires: sessions.expire,
      })
      .from(sessions)
      .where(eq(sql`${sessions.sess}->>'userId'`, userId))
      .orderBy(desc(sessions.expire))
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
