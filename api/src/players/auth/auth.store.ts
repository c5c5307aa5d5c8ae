import {
  eq,
  getTableColumns,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { signInWallets, users } from './auth.table.ts'

export type UserRow = typeof users.$inferSelect & {
  /** Wallet that signs in to the account. */
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

  /** Returns the form that PostgreSQL compares names in; JavaScript folds differently. */
  async comparedName(username: string): Promise<string> {
    const { rows } = await this.#db.execute<{ name: string }>(
      sql`SELECT ${compared(sql`${username}::text`)} AS name`,
    )
    return rows[0]?.name ?? username
  }

  /** Leaves the starting balance to the ledger. */
  async addUser(tx: Transaction, user: NewUser): Promise<void> {
    await tx.insert(users).values({ ...user, balance: 0 })
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

/** Compares names regardless of case and Unicode form. */
export function hasName(username: string) {
  return sql`${compared(users.username)} = ${compared(sql`${username}::text`)}`
}

/** Expression of the unique index. */
export function compared(name: SQLWrapper) {
  return sql`lower(normalize(${name}, NFKC))`
}
