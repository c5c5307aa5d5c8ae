import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { gamePauses } from './pauses.table.ts'

export type PauseRow = typeof gamePauses.$inferSelect

export class PausesStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  findAll(): Promise<PauseRow[]> {
    return this.#db.select().from(gamePauses)
  }

  /** A game that is paused already has another reason from then on. */
  async add(gameType: string, reason: string | null): Promise<void> {
    await this.#db
      .insert(gamePauses)
      .values({ gameType, reason })
      .onConflictDoUpdate({ target: gamePauses.gameType, set: { reason } })
  }

  /** @returns false when the game was not paused. */
  async remove(gameType: string): Promise<boolean> {
    const { rowCount } = await this.#db
      .delete(gamePauses)
      .where(eq(gamePauses.gameType, gameType))
    return rowCount === 1
  }
}
