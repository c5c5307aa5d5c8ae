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
