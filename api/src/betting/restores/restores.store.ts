import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { lostAnchors } from './restores.table.ts'

export type LostAnchors = typeof lostAnchors.$inferSelect

export class RestoresStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async findLost({
    instanceId,
    contract,
  }: Omit<LostAnchors, 'nextNumber'>): Promise<LostAnchors | undefined> {
    const [row] = await this.#db
      .select()
      .from(lostAnchors)
      .where(
        and(
          eq(lostAnchors.instanceId, instanceId),
          eq(lostAnchors.contract, contract),
        ),
      )
    return row
  }

  async noteLost(tx: Transaction, lost: LostAnchors): Promise<void> {
    const { instanceId, contract } = lostAnchors
    await tx
      .insert(lostAnchors)
      .values(lost)
      .onConflictDoUpdate({
        target: [instanceId, contract],
        set: { nextNumber: lost.nextNumber },
      })
  }
}
