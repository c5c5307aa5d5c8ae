import { desc } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { receiptKeys } from './receipts.table.ts'

export type ReceiptKeyRow = typeof receiptKeys.$inferSelect

export class ReceiptKeysStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** All keys, the newest first. */
  all(): Promise<ReceiptKeyRow[]> {
    return this.#db.select().from(receiptKeys).orderBy(desc(receiptKeys.number))
  }

  /** Adds a key, unless another process has added one under the number. */
  async add(key: Omit<ReceiptKeyRow, 'createdAt'>): Promise<void> {
    await this.#db.insert(receiptKeys).values(key).onConflictDoNothing()
  }
}
