import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type {
  OperatorAccount,
  PlayersQuery,
} from '#core/api/operator/players.ts'
import { DAY_MS } from '#core/durations.ts'
import { coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { hasName, normalizedName, users } from './auth.table.ts'

const WILDCARDS = /[\\%_]/g

const IN_STATE = {
  frozen: isNotNull(users.frozenAt),
  closed: isNotNull(users.closedAt),
  operator: eq(users.role, 'operator'),
}

type AccountRow = typeof users.$inferSelect
type Frozen = OperatorAccount['frozen']

type Change = Record<'before' | 'after', { frozen: Frozen }>

export type AccountsService = ReturnType<typeof createManagedAccounts>

export function createManagedAccounts(db: Database, clock: Clock) {
  async function first(isWanted: SQL): Promise<OperatorAccount | undefined> {
    const [row] = await db.select().from(users).where(isWanted)
    return row && toOperatorAccount(row)
  }

  async function lockFrozen(tx: Transaction, id: string): Promise<Frozen> {
    const [row] = await tx
      .select()
      .from(users)
      .where(eq(users.id, id))
      .for('no key update')
    if (!row) throw new Refusal('player_unknown')
    return toFrozen(row)
  }

  return {
    find: (id: string) => first(eq(users.id, id)),

    async byName(username: string): Promise<OperatorAccount> {
      const account = await first(hasName(username))
      if (!account) throw new Refusal('player_unknown')
      return account
    },

    /** Lists accounts, newest first or by last bet; other orders slow bets. */
    async page({ search, state, order, before }: PlayersQuery, limit: number) {
      const { id, playDay, username } = users
      const keys = order === 'last_bet' ? [playDay, id] : [id]
      const key = sql.join(keys, sql`, `)
      const prefix = `${search?.replaceAll(WILDCARDS, String.raw`\$&`)}%`
      const rows = await db
        .select()
        .from(users)
        .where(
          and(
            search === undefined
              ? undefined
              : sql`${normalizedName(username)} LIKE ${normalizedName(sql`${prefix}::text`)}`,
            state && IN_STATE[state],
            before === undefined
              ? undefined
              : sql`(${key}) < (SELECT ${key} FROM ${users} WHERE id = ${before})`,
          ),
        )
        .orderBy(...keys.map((each) => desc(each)))
        .limit(limit)
      return rows.map(toOperatorAccount)
    },

    /** Freezes an account; without a reason unfreezes it. @throws not_found */
    async freeze(
      tx: Transaction,
      id: string,
      reason: string | null,
    ): Promise<Change> {
      const before = await lockFrozen(tx, id)
      if (!before && reason === null) throw new Refusal('not_frozen')
      const to = {
        frozenAt: reason === null ? null : clock(),
        frozenReason: reason,
      }
      await tx.update(users).set(to).where(eq(users.id, id))
      return { before: { frozen: before }, after: { frozen: toFrozen(to) } }
    },

    /** @returns the player's id. @throws not_found */
    async makeOperator(tx: Transaction, username: string): Promise<string> {
      const [changed] = await tx
        .update(users)
        .set({ role: 'operator' })
        .where(and(hasName(username), isNull(users.closedAt)))
        .returning({ id: users.id })
      if (!changed) throw new Refusal('player_unknown')
      return changed.id
    },
  }
}

function toFrozen({
  frozenAt,
  frozenReason,
}: Pick<AccountRow, 'frozenAt' | 'frozenReason'>): Frozen {
  if (!frozenAt || frozenReason === null) return null
  return { at: frozenAt.toISOString(), reason: frozenReason }
}

function toOperatorAccount(row: AccountRow): OperatorAccount {
  const { id, username, role, balance, createdAt, closedAt, playDay } = row
  const lastDay = new Date(playDay * DAY_MS).toISOString().slice(0, 10)
  return {
    id,
    username,
    role,
    balance: coins(balance),
    createdAt: createdAt.toISOString(),
    lastBetOn: playDay === 0 ? null : lastDay,
    closedAt: closedAt?.toISOString() ?? null,
    frozen: toFrozen(row),
  }
}
