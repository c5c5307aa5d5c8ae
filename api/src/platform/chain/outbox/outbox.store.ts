import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  sql,
} from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import { assert } from '#core/assert.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type Term, withFencing } from '../../db/lease.ts'
import { outboxAttempts, outboxTransactions } from './outbox.table.ts'

export type OutboxRow = typeof outboxTransactions.$inferSelect
export type Attempt = typeof outboxAttempts.$inferSelect
type NewCall = Pick<OutboxRow, 'purpose' | 'to' | 'data'> & {
  value?: bigint
}
export type OutboxChange = Partial<Omit<OutboxRow, 'id' | 'changedAt'>>
export type OutboxStore = ReturnType<typeof createOutboxStore>

const UNFINISHED = ['queued', 'sent', 'mined'] as const

/** Creates the store of the operator account's transactions on one chain instance. */
export function createOutboxStore(db: Database, instanceId: number) {
  const { createdAt, id, nonce, purpose, sender, status, value } =
    outboxTransactions

  const here = (...conditions: Parameters<typeof and>) =>
    and(eq(outboxTransactions.instanceId, instanceId), ...conditions)

  const unmined = (of: OutboxRow['purpose']) =>
    here(eq(purpose, of), inArray(status, ['queued', 'sent']))

  async function enqueue(tx: Transaction, call: NewCall): Promise<number> {
    const [row] = await tx
      .insert(outboxTransactions)
      .values({ ...call, instanceId })
      .returning({ id })
    assert(row !== undefined, 'an insert gives its row')
    return row.id
  }

  return {
    enqueue,

    /**
     * Adds calls of one purpose unless too many, or too much value, would be
     * unmined, counting those of all processes.
     *
     * @returns the limit that was exceeded, if any.
     */
    enqueueLimited(
      of: OutboxRow['purpose'],
      calls: readonly Omit<NewCall, 'purpose'>[],
      { callsMax, valueMaxWei }: { callsMax: number; valueMaxWei: bigint },
    ): Promise<'calls' | 'value' | undefined> {
      return db.transaction(async (tx) => {
        // Serializes processes, which would not see each other's calls.
        await tx.execute(
          sql`SELECT FROM chain_instances WHERE id = ${instanceId} FOR UPDATE`,
        )
        const waiting = await tx
          .select({ value })
          .from(outboxTransactions)
          .where(unmined(of))
        const all = [...waiting, ...calls]
        if (all.length > callsMax) return 'calls'
        const wei = all.reduce((sum, { value = 0n }) => sum + value, 0n)
        if (wei > valueMaxWei) return 'value'
        for (const call of calls) await enqueue(tx, { ...call, purpose: of })
        return undefined
      })
    },

    write: <T>(term: Term, work: (tx: Transaction) => Promise<T>) =>
      withFencing(term, db, work),

    /** Ordered by nonce, those without one last. */
    listUnsettled: () =>
      db
        .select()
        .from(outboxTransactions)
        .where(here(inArray(status, [...UNFINISHED])))
        .orderBy(sql`${nonce} NULLS LAST`, asc(id)),

    /** Finished transactions of a sender from a nonce on. */
    settledFrom: (address: Address, from: number) =>
      db
        .select()
        .from(outboxTransactions)
        .where(
          here(
            eq(sender, address),
            inArray(status, ['final', 'failed']),
            gte(nonce, from),
          ),
        ),

    /** Returns the first nonce from `from` on that no transaction has. */
    async freeNonce(address: Address, from: number): Promise<number> {
      const taken = await db
        .select({ nonce })
        .from(outboxTransactions)
        .where(here(eq(sender, address), gte(nonce, from)))
        .orderBy(asc(nonce))
      return taken.reduce(
        (free, row) => free + (row.nonce === free ? 1 : 0),
        from,
      )
    },

    countUnmined: (of: OutboxRow['purpose']) =>
      db.$count(outboxTransactions, unmined(of)),

    /** Newest first. */
    listAttempts: (transactionId: number) =>
      db
        .select()
        .from(outboxAttempts)
        .where(eq(outboxAttempts.transactionId, transactionId))
        .orderBy(desc(outboxAttempts.signedAt)),

    addAttempt: (tx: Transaction, attempt: Omit<Attempt, 'signedAt'>) =>
      tx.insert(outboxAttempts).values(attempt),

    dropAttempts: (tx: Transaction, transactionId: number) =>
      tx
        .delete(outboxAttempts)
        .where(eq(outboxAttempts.transactionId, transactionId)),

    change: (tx: Transaction, rowId: number, change: OutboxChange) =>
      tx
        .update(outboxTransactions)
        .set({ ...change, changedAt: sql`now()` })
        .where(eq(id, rowId)),

    /** Counts unfinished and failed transactions, for operators. */
    async countOpen() {
      const isFailed = sql`${status} = 'failed'`
      const waits = sql`FILTER (WHERE NOT ${isFailed})`
      const oldestAt = sql<Date | null>`min(${createdAt}) ${waits}`
      const [row] = await db
        .select({
          waiting: sql`count(*) ${waits}`.mapWith(Number),
          failed: sql`count(*) FILTER (WHERE ${isFailed})`.mapWith(Number),
          oldestAt: oldestAt.mapWith(createdAt),
        })
        .from(outboxTransactions)
        .where(here(inArray(status, [...UNFINISHED, 'failed'])))
      assert(row !== undefined, 'a count is one row')
      return row
    },

    /** Lists transactions with the hashes of their attempts, newest first. */
    page: (query: {
      status: OutboxRow['status'] | undefined
      before: number | undefined
      limit: number
    }) =>
      db
        .select({
          ...getTableColumns(outboxTransactions),
          hashes: sql<Hash[]>`ARRAY(
            SELECT hash FROM outbox_attempts WHERE transaction_id = outbox_transactions.id
            ORDER BY signed_at DESC)`,
        })
        .from(outboxTransactions)
        .where(
          here(
            query.status && eq(status, query.status),
            query.before === undefined ? undefined : lt(id, query.before),
          ),
        )
        .orderBy(desc(id))
        .limit(query.limit),
  }
}
