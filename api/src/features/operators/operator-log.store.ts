import { and, desc, eq, lt } from 'drizzle-orm'
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
    target,
  }: {
    before: number | undefined
    limit: number
    target?: string | undefined
  }): Promise<ActionRow[]> {
    const { id } = operatorActions
    return this.#db
      .select()
      .from(operatorActions)
      .where(
        and(
          before === undefined ? undefined : lt(id, before),
          target === undefined ? undefined : eq(operatorActions.target, target),
        ),
      )
      .orderBy(desc(id))
      .limit(limit)
  }
}
