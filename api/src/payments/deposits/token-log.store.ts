import { eq } from 'drizzle-orm'
import type { Hash } from 'viem'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { tokenLogCursors } from './reconciling.table.ts'

/** It was read before its hash was kept, where that is null. */
type ReadBlock = { blockNumber: number; blockHash: Hash | null }

/** How far we have read the logs of our own tokens ourselves. */
export class TokenLogStore {
  readonly #db: Database
  readonly #instanceId: number

  constructor(db: Database, instanceId: number) {
    this.#db = db
    this.#instanceId = instanceId
  }

  /** The last block that was read. */
  async last(): Promise<ReadBlock | undefined> {
    const [row] = await this.#db
      .select()
      .from(tokenLogCursors)
      .where(eq(tokenLogCursors.instanceId, this.#instanceId))
    return row
  }

  async readThrough(tx: Transaction, block: ReadBlock): Promise<void> {
    await tx
      .insert(tokenLogCursors)
      .values({ instanceId: this.#instanceId, ...block })
      .onConflictDoUpdate({ target: tokenLogCursors.instanceId, set: block })
  }
}
