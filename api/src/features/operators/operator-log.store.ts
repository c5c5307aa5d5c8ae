import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { operatorActions, operatorTokens } from './operators.table.ts'

/** A logged action, and whether its actor is a token. */
export type LoggedRow = typeof operatorActions.$inferSelect & {
  isToken: boolean
  targetName: string | null
}
type NewAction = typeof operatorActions.$inferInsert

const { target: TARGET } = operatorActions

/** Tables of others, read with the log's own rows. */
const TARGET_NAME = sql<string | null>`coalesce(
  (SELECT username FROM users WHERE 'player ' || id = ${TARGET}),
  (SELECT away_team || ' at ' || home_team FROM sports_games WHERE 'game ' || id = ${TARGET}))`

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
  }): Promise<LoggedRow[]> {
    const { id } = operatorActions
    return this.#db
      .select({
        ...getTableColumns(operatorActions),
        isToken: sql<boolean>`${operatorTokens.id} IS NOT NULL`,
        targetName: TARGET_NAME,
      })
      .from(operatorActions)
      .leftJoin(operatorTokens, eq(operatorTokens.id, operatorActions.actorId))
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
