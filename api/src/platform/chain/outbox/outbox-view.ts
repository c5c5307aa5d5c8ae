import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database } from '../../db/database.ts'
import { outboxAttempts, outboxTransactions } from './outbox.table.ts'

type OutboxRow = typeof outboxTransactions.$inferSelect

/** A transaction and the hashes of its attempts, newest first. */
export type ViewedTransaction = OutboxRow & { hashes: string[] }

type OutboxSummary = {
  waiting: number
  oldestAt: Date | null
  failed: number
}

/** The outbox of one chain instance, as operators see it. */
export class OutboxView {
  readonly #db: Database
  readonly #instanceId: number

  constructor(db: Database, instanceId: number) {
    this.#db = db
    this.#instanceId = instanceId
  }

  /** Counts unfinished transactions, with the time of the oldest. */
  async standing(): Promise<OutboxSummary> {
    const { createdAt, instanceId, status } = outboxTransactions
    const isFailed = sql`${status} = 'failed'`
    const [row] = await this.#db
      .select({
        waiting: sql<number>`count(*) FILTER (WHERE NOT ${isFailed})`.mapWith(
          Number,
        ),
        failed: sql<number>`count(*) FILTER (WHERE ${isFailed})`.mapWith(
          Number,
        ),
        oldestAt: sql`min(${createdAt}) FILTER (WHERE NOT ${isFailed})`.mapWith(
          createdAt,
        ),
      })
      .from(outboxTransactions)
      .where(
        and(
          eq(instanceId, this.#instanceId),
          inArray(status, ['queued', 'sent', 'mined', 'failed']),
        ),
      )
    assert(row !== undefined, 'a count is one row')
    return row
  }

  /** Newest first. */
  async page({
    status,
    before,
    limit,
  }: {
    status: OutboxRow['status'] | undefined
    before: number | undefined
    limit: number
  }): Promise<ViewedTransaction[]> {
    const { id, instanceId } = outboxTransactions
    const rows = await this.#db
      .select()
      .from(outboxTransactions)
      .where(
        and(
          eq(instanceId, this.#instanceId),
          status && eq(outboxTransactions.status, status),
          before === undefined ? undefined : lt(id, before),
        ),
      )
      .orderBy(desc(id))
      .limit(limit)
    const hashes = await this.#hashesOf(rows.map((row) => row.id))
    return rows.map((row) => ({ ...row, hashes: hashes.get(row.id) ?? [] }))
  }

  async #hashesOf(ids: readonly number[]): Promise<Map<number, string[]>> {
    const attempts = await this.#db
      .select({
        id: outboxAttempts.transactionId,
        hash: outboxAttempts.hash,
      })
      .from(outboxAttempts)
      .where(inArray(outboxAttempts.transactionId, [...ids]))
      .orderBy(desc(outboxAttempts.signedAt))
    const groups = Map.groupBy(attempts, ({ id }) => id)
    return new Map(
      Array.from(groups, ([id, some]) => [id, some.map(({ hash }) => hash)]),
    )
  }
}
