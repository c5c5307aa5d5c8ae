import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PlayersQuery } from '#core/api/operator/players.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { compared, hasName } from './auth.store.ts'
import { users } from './auth.table.ts'

export type AccountRow = typeof users.$inferSelect

const IN_STATE = {
  frozen: isNotNull(users.frozenAt),
  closed: isNotNull(users.closedAt),
  operator: eq(users.role, 'operator'),
}

const WILDCARDS = /[\\%_]/g

/** Accounts as operators see and change them. */
export class AccountsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  find(id: string): Promise<AccountRow | undefined> {
    return this.#first(eq(users.id, id))
  }

  findByName(username: string): Promise<AccountRow | undefined> {
    return this.#first(hasName(username))
  }

  /**
   * Lists accounts, newest first or by the day of the last bet. Other orders
   * would need an index that slows every bet.
   */
  page(
    { search, state, order, before }: PlayersQuery,
    limit: number,
  ): Promise<AccountRow[]> {
    const { id, playDay, username } = users
    const keys = order === 'last_bet' ? [playDay, id] : [id]
    const key = sql.join(keys, sql`, `)
    return this.#db
      .select()
      .from(users)
      .where(
        and(
          search === undefined
            ? undefined
            : sql`${compared(username)} LIKE ${compared(sql`${beginning(search)}::text`)}`,
          state && IN_STATE[state],
          before === undefined
            ? undefined
            : sql`(${key}) < (SELECT ${key} FROM ${users} WHERE id = ${before})`,
        ),
      )
      .orderBy(...keys.map((each) => desc(each)))
      .limit(limit)
  }

  /** Locks an account until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<AccountRow | undefined> {
    const [row] = await tx
      .select()
      .from(users)
      .where(eq(users.id, id))
      .for('no key update')
    return row
  }

  async setFrozen(
    tx: Transaction,
    id: string,
    frozen: { at: Date; reason: string } | null,
  ): Promise<void> {
    await tx
      .update(users)
      .set({
        frozenAt: frozen?.at ?? null,
        frozenReason: frozen?.reason ?? null,
      })
      .where(eq(users.id, id))
  }

  /** Returns the id of the player with that name, if any. */
  async makeOperator(
    tx: Transaction,
    username: string,
  ): Promise<string | undefined> {
    const [changed] = await tx
      .update(users)
      .set({ role: 'operator' })
      .where(and(hasName(username), isNull(users.closedAt)))
      .returning({ id: users.id })
    return changed?.id
  }

  async #first(isWanted: SQL): Promise<AccountRow | undefined> {
    const [row] = await this.#db.select().from(users).where(isWanted)
    return row
  }
}

/** Escapes a prefix for LIKE. */
function beginning(search: string): string {
  return `${search.replaceAll(WILDCARDS, (found) => `\\${found}`)}%`
}
