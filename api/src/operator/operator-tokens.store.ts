import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/database.ts'
import { operatorTokens } from './operators.table.ts'

export type TokenRow = typeof operatorTokens.$inferSelect

export class OperatorTokensStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async add(tx: Transaction, token: TokenRow): Promise<void> {
    await tx.insert(operatorTokens).values(token)
  }

  async findByHash(hash: string): Promise<TokenRow | undefined> {
    const [token] = await this.#db
      .select()
      .from(operatorTokens)
      .where(eq(operatorTokens.hash, hash))
    return token
  }

  /** Newest first. */
  list(): Promise<TokenRow[]> {
    return this.#db
      .select()
      .from(operatorTokens)
      .orderBy(desc(operatorTokens.id))
  }

  /** @returns the token; undefined where there is none that still counts. */
  async revoke(
    tx: Transaction,
    id: string,
    revokedAt: Date,
  ): Promise<TokenRow | undefined> {
    const [token] = await tx
      .update(operatorTokens)
      .set({ revokedAt })
      .where(and(eq(operatorTokens.id, id), isNull(operatorTokens.revokedAt)))
      .returning()
    return token
  }
}
