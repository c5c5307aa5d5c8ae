import { and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import type { OperatorActionsQuery } from '#core/api/operator/actions.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { operatorActions, operatorTokens } from './operators.table.ts'

/** A logged action, and whether its actor is a token. */
export type LoggedRow = typeof operatorActions.$inferSelect & {
  isToken: boolean
  targetName: string | null
}
type NewAction = typeof operatorActions.$inferInsert

const { target: TARGET } = operatorActions

/** Reads the name of a player or a game from tables of other modules. */
const TARGET_NAME = sql<string | null>`CASE split_part(${TARGET}, ' ', 1)
  WHEN 'player' THEN (SELECT username FROM users WHERE id = substr(${TARGET}, 8)::uuid)
  WHEN 'game' THEN (SELECT away_team || ' at ' || home_team FROM sports_games WHERE id = substr(${TARGET}, 6))
END`

export class OperatorLogStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async add(tx: Transaction, action: NewAction): Promise<void> {
    await tx.insert(operatorActions).values(action)
  }

  page(
    { search, target, before }: OperatorActionsQuery,
    limit: number,
  ): Promise<LoggedRow[]> {
    const { action, actor, id } = operatorActions
    const isFound = search
      ? [actor, sql`translate(${action}, '_.', '  ')`, TARGET, TARGET_NAME].map(
          (text) => sql`starts_with(lower(${text}), lower(${search}))`,
        )
      : []
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
          before === undefined ? undefined : lt(id, Number(before)),
          target === undefined ? undefined : eq(TARGET, target),
          or(...isFound),
        ),
      )
      .orderBy(desc(id))
      .limit(limit)
  }
}
