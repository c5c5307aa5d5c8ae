import {
  and,
  eq,
  getTableColumns,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { signInWallets, users } from './auth.table.ts'
import { NO_PASSWORD } from './no-password.ts'

export type UserRow = typeof users.$inferSelect & {
  /** The browser wallet that signs in to the account. */
  signInWallet: string | null
}
export type NewUser = Pick<UserRow, 'id' | 'username' | 'password'>

export class AuthStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async findUser(id: string): Promise<UserRow | undefined> {
    return this.#find(eq(users.id, id))
  }

  async findByName(username: string): Promise<UserRow | undefined> {
    return this.#find(hasName(username))
  }

  /** The form that names are compared in: no other folding agrees in all of Unicode. */
  async comparedName(username: string): Promise<string> {
    const { rows } = await this.#db.execute<{ name: string }>(
      sql`SELECT ${compared(sql`${username}::text`)} AS name`,
    )
    return rows[0]?.name ?? username
  }

  /** The starting balance is the ledger's to give. */
  async addUser(tx: Transaction, user: NewUser): Promise<void> {
    await tx.insert(users).values({ ...user, balance: 0 })
  }

  /** @returns false where the player has a password already. */
  async setFirstPassword(id: string, password: string): Promise<boolean> {
    const changed = await this.#db
      .update(users)
      .set({ password })
      .where(and(eq(users.id, id), eq(users.password, NO_PASSWORD)))
      .returning({ id: users.id })
    return changed.length > 0
  }

  /** @returns false where the password has become another one meanwhile. */
  async changePassword(
    id: string,
    { from, to }: { from: string; to: string },
  ): Promise<boolean> {
    const changed = await this.#db
      .update(users)
      .set({ password: to })
      .where(and(eq(users.id, id), eq(users.password, from)))
      .returning({ id: users.id })
    return changed.length > 0
  }

  /** Leaves nothing of who the player was, and no way in. */
  async close(
    tx: Transaction,
    id: string,
    { username, at }: { username: string; at: Date },
  ): Promise<void> {
    await tx
      .update(users)
      .set({ username, password: NO_PASSWORD, role: 'player', closedAt: at })
      .where(eq(users.id, id))
    await tx.delete(signInWallets).where(eq(signInWallets.userId, id))
  }

  async #find(isWanted: SQL): Promise<UserRow | undefined> {
    const signInWallet = signInWallets.address
    const [row] = await this.#db
      .select({ ...getTableColumns(users), signInWallet })
      .from(users)
      .leftJoin(signInWallets, eq(signInWallets.userId, users.id))
      .where(isWanted)
    return row
  }
}

/** Case and Unicode form of a name do not matter. */
export function hasName(username: string) {
  return sql`${compared(users.username)} = ${compared(sql`${username}::text`)}`
}

/** As the unique index has it. */
export function compared(name: SQLWrapper) {
  return sql`lower(normalize(${name}, NFKC))`
}
