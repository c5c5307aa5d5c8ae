import { and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import type {
  OperatorAction,
  OperatorActionsQuery,
} from '#core/api/operator/actions.ts'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { operatorActions, operatorTokens } from './operators.table.ts'

/** Names the operator, or the token, that takes an action. */
export type Actor = {
  /** A username, a token's name, or a system account of the server. */
  name: string
  /** The player whose session it is. */
  id?: string
  tokenId?: string
}

export type Attribution = { actor: Actor; reason: string }

/** An action, with the part of the state that it changes. */
type LoggedAction = Pick<OperatorAction, 'action' | 'target'> & {
  before?: OperatorAction['before']
  after?: OperatorAction['after']
}

const { target: TARGET } = operatorActions

/** Reads the name of a player or a game from tables of other modules. */
const TARGET_NAME = sql<string | null>`CASE split_part(${TARGET}, ' ', 1)
  WHEN 'player' THEN (SELECT username FROM users WHERE id = substr(${TARGET}, 8)::uuid)
  WHEN 'game' THEN (SELECT away_team || ' at ' || home_team FROM sports_games WHERE id = substr(${TARGET}, 6))
END`

export type OperatorLog = ReturnType<typeof createOperatorLog>

/** The audit log of operators: who, what, before, after, why. */
export function createOperatorLog(db: Database, clock: Clock) {
  return {
    async add(
      tx: Transaction,
      { actor, reason }: Attribution,
      action: LoggedAction,
    ): Promise<void> {
      await tx.insert(operatorActions).values({
        ...action,
        at: clock(),
        reason,
        actor: actor.name,
        actorId: actor.id ?? actor.tokenId ?? null,
      })
    },

    async page(
      { search, target, before }: OperatorActionsQuery,
      limit = OPERATOR_PAGE_SIZE,
    ): Promise<OperatorAction[]> {
      const { action, actor, id } = operatorActions
      const searched = [
        actor,
        sql`translate(${action}, '_.', '  ')`,
        TARGET,
        TARGET_NAME,
      ]
      const rows = await db
        .select({
          ...getTableColumns(operatorActions),
          isToken: sql<boolean>`${operatorTokens.id} IS NOT NULL`,
          targetName: TARGET_NAME,
        })
        .from(operatorActions)
        .leftJoin(
          operatorTokens,
          eq(operatorTokens.id, operatorActions.actorId),
        )
        .where(
          and(
            before === undefined ? undefined : lt(id, Number(before)),
            target === undefined ? undefined : eq(TARGET, target),
            search
              ? or(
                  ...searched.map(
                    (text) =>
                      sql`starts_with(lower(${text}), lower(${search}))`,
                  ),
                )
              : undefined,
          ),
        )
        .orderBy(desc(id))
        .limit(limit)
      return rows.map(({ isToken, ...row }) => ({
        ...row,
        at: row.at.toISOString(),
        actorKind: getActorKind(row.actorId, isToken),
      }))
    },
  }
}

function getActorKind(
  actorId: string | null,
  isToken: boolean,
): OperatorAction['actorKind'] {
  if (!actorId) return 'command'
  return isToken ? 'token' : 'account'
}
