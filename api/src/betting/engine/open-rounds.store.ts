import { asc, eq, inArray, lt } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { openRounds } from './open-rounds.table.ts'

export type OpenRoundRow = typeof openRounds.$inferSelect

/**
 * Stores open rounds. Only the commit statement writes them, and a restore
 * abandons them.
 */
export class OpenRoundsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  findOfPlayers(userIds: readonly string[]): Promise<OpenRoundRow[]> {
    return this.#db
      .select()
      .from(openRounds)
      .where(inArray(openRounds.userId, [...userIds]))
  }

  async find(id: string): Promise<OpenRoundRow | undefined> {
    const [row] = await this.#db
      .select()
      .from(openRounds)
      .where(eq(openRounds.id, id))
    return row
  }

  /** Those that nobody has acted in since a time, longest first. */
  findIdleSince(time: Date, limit: number): Promise<OpenRoundRow[]> {
    return this.#db
      .select()
      .from(openRounds)
      .where(lt(openRounds.actedAt, time))
      .orderBy(asc(openRounds.actedAt))
      .limit(limit)
  }
}
