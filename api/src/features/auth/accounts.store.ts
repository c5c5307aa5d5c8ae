import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { compared, hasName } from './auth.store.ts'
import { users } from './auth.table.ts'

export type AccountRow = typeof users.$inferSelect

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

  /** Newest first. */
  page({
    search,
    before,
    limit,
  }: {
    search: string | undefined
    before: string | undefined
    limit: number
  }): Promise<AccountRow[]> {
    const isWanted =
      search === undefined
        ? undefined
        : sql`${compared(users.username)} LIKE ${compared(sql`${beginning(search)}::text`)}`
    const isOlder = before === undefined ? undefined : lt(users.id, before)
    return this.#db
      .select()
      .from(users)
      .where(and(isWanted, isOlder))
      .orderBy(desc(users.id))
      .limit(limit)
  }

  /** Has others who change the account wait for the transaction's end. */
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

  /** @returns the player's id, if there is one of that name. */
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

/** What LIKE takes for names that begin so. */
function beginning(search: string): string {
  return `${search.replaceAll(WILDCARDS, (found) => `\\${found}`)}%`
}
