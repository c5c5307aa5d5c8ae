import { desc, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../api/src/platform/db/database.ts'
import { guestbookLines } from './guestbook.table.ts'

/** Lines shown to a visitor. */
const PAGE_SIZE = 50

export class GuestbookStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Newest first. */
  latest() {
    return this.#db
      .select({ line: guestbookLines.line })
      .from(guestbookLines)
      .orderBy(desc(guestbookLines.writtenAt))
      .limit(PAGE_SIZE)
  }

  async write(userId: string, line: string): Promise<void> {
    const set = { line, writtenAt: sql`now()` }
    await this.#db
      .insert(guestbookLines)
      .values({ userId, line })
      .onConflictDoUpdate({ target: guestbookLines.userId, set })
  }

  async deleteBefore(moment: Date): Promise<void> {
    await this.#db
      .delete(guestbookLines)
      .where(lt(guestbookLines.writtenAt, moment))
  }
}
