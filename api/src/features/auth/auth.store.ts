import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { users } from './auth.table.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = Pick<UserRow, 'id' | 'username' | 'password'>

export class AuthStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async findUser(id: string): Promise<UserRow | undefined> {
    const [row] = await this.#db.select().from(users).where(eq(users.id, id))
    return row
  }

  async findByName(username: string): Promise<UserRow | undefined> {
    const [row] = await this.#db.select().from(users).where(hasName(username))
    return row
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

  /** @returns whether there is such a player. */
  async setRole(username: string, role: UserRow['role']): Promise<boolean> {
    const changed = await this.#db
      .update(users)
      .set({ role })
      .where(hasName(username))
      .returning({ id: users.id })
    return changed.length > 0
  }
}

/** Case and Unicode form of a name do not matter. */
function hasName(username: string) {
  return sql`${compared(users.username)} = ${compared(sql`${username}::text`)}`
}

/** As the unique index has it. */
function compared(name: SQLWrapper) {
  return sql`lower(normalize(${name}, NFKC))`
}
