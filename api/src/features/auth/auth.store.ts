import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { users } from './auth.table.ts'

export type UserRow = typeof users.$inferSelect

export type AuthStore = ReturnType<typeof authStore>

export function authStore(db: Database) {
  return {
    async findUser(id: string): Promise<UserRow | undefined> {
      const [row] = await db.select().from(users).where(eq(users.id, id))
      return row
    },

    /** Case and Unicode form of the name do not matter. */
    async findByName(username: string): Promise<UserRow | undefined> {
      const [row] = await db
        .select()
        .from(users)
        .where(
          sql`lower(normalize(${users.username}, NFKC)) = lower(normalize(${username}, NFKC))`,
        )
      return row
    },

    addUser: (
      tx: Transaction,
      user: { id: string; username: string; password: string },
    ) => tx.insert(users).values({ ...user, balance: 0 }),

    setRole: (username: string, role: UserRow['role']) =>
      db
        .update(users)
        .set({ role })
        .where(
          sql`lower(normalize(${users.username}, NFKC)) = lower(normalize(${username}, NFKC))`,
        )
        .returning({ id: users.id }),
  }
}
