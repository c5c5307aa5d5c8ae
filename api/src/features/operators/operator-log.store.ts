import { desc, lt } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { operatorActions } from './operators.table.ts'

export type ActionRow = typeof operatorActions.$inferSelect
type NewAction = typeof operatorActions.$inferInsert

export class OperatorLogStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async add(tx: Transaction, action: NewAction): Promise<void> {
    await tx.insert(operatorActions).values(action)
  }

  page({
    before,
    limit,
  }: {
    before: number | undefined
    limit: number
  }): Promise<ActionRow[]> {
    const { id } = operatorActions
    return this.#db
      .select()
      .from(operatorActions)
      .where(before === undefined ? undefined : lt(id, before))
      .orderBy(desc(id))
      .limit(limit)
  }
}
