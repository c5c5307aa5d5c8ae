import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
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

  async find(gameType: string, tx: Transaction): Promise<PauseRow | undefined> {
    const [row] = await tx
      .select()
      .from(gamePauses)
      .where(eq(gamePauses.gameType, gameType))
    return row
  }

  /** A game that is paused already has another reason from then on. */
  async add(
    gameType: string,
    reason: string | null,
    on: Database | Transaction = this.#db,
  ): Promise<void> {
    await on
      .insert(gamePauses)
      .values({ gameType, reason })
      .onConflictDoUpdate({ target: gamePauses.gameType, set: { reason } })
  }

  /** @returns false when the game was not paused. */
  async remove(
    gameType: string,
    on: Database | Transaction = this.#db,
  ): Promise<boolean> {
    const { rowCount } = await on
      .delete(gamePauses)
      .where(eq(gamePauses.gameType, gameType))
    return rowCount === 1
  }
}
