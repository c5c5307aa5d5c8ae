import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { assert } from '#core/assert.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type Term, writeUnder } from '../../db/lease.ts'
import { outboxAttempts, outboxTransactions } from './outbox.table.ts'

export type OutboxRow = typeof outboxTransactions.$inferSelect
export type Attempt = typeof outboxAttempts.$inferSelect
export type NewCall = Pick<OutboxRow, 'purpose' | 'to' | 'data'> & {
  value?: bigint
}
export type OutboxChange = Partial<
  Pick<
    OutboxRow,
    | 'status'
    | 'sender'
    | 'nonce'
    | 'gas'
    | 'blockNumber'
    | 'blockHash'
    | 'problem'
  >
>

/** Unfinished statuses. */
const UNSETTLED = ['queued', 'sent', 'mined'] as const

/** Transactions of the operator account on one chain instance. */
export class OutboxStore {
  readonly #db: Database
  readonly #instanceId: number

  constructor(db: Database, instanceId: number) {
    this.#db = db
    this.#instanceId = instanceId
  }

  write(term: Term, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return writeUnder(term, this.#db, work)
  }

  async enqueue(tx: Transaction, call: NewCall): Promise<number> {
    const [row] = await tx
      .insert(outboxTransactions)
      .values({ ...call, instanceId: this.#instanceId })
      .returning({ id: outboxTransactions.id })
    assert(row !== undefined, 'an insert gives its row')
    return row.id
  }

  /**
   * Adds calls of one purpose unless too many, or too much value, would be
   * unmined, counting those of all processes.
   *
   * @returns the limit that was exceeded, if any.
   */
  enqueueWithin(
    purpose: OutboxRow['purpose'],
    calls: readonly Omit<NewCall, 'purpose'>[],
    { callsMax, valueMaxWei }: { callsMax: number; valueMaxWei: bigint },
  ): Promise<'calls' | 'value' | undefined> {
    return this.#db.transaction(async (tx) => {
      // Serializes processes, which would not see each other's calls.
      await tx.execute(
        sql`SELECT FROM chain_instances WHERE id = ${this.#instanceId} FOR UPDATE`,
      )
      const waiting = await tx
        .select({ value: outboxTransactions.value })
        .from(outboxTransactions)
        .where(
          this.#where(
            eq(outboxTransactions.purpose, purpose),
            inArray(outboxTransactions.status, ['queued', 'sent']),
          ),
        )
      const all = [...waiting, ...calls]
      if (all.length > callsMax) return 'calls'
      const wei = all.reduce((sum, { value = 0n }) => sum + value, 0n)
      if (wei > valueMaxWei) return 'value'
      for (const call of calls) await this.enqueue(tx, { ...call, purpose })
      return undefined
    })
  }

  /** Ordered by nonce, those without one last. */
  unsettled(): Promise<OutboxRow[]> {
    return this.#db
      .select()
      .from(outboxTransactions)
      .where(this.#where(inArray(outboxTransactions.status, [...UNSETTLED])))
      .orderBy(
        sql`${outboxTransactions.nonce} NULLS LAST`,
        asc(outboxTransactions.id),
      )
  }

  /** Finished transactions of a sender from a nonce on. */
  settledFrom(sender: Address, nonce: number): Promise<OutboxRow[]> {
    return this.#db
      .select()
      .from(outboxTransactions)
      .where(
        this.#where(
          eq(outboxTransactions.sender, sender),
          inArray(outboxTransactions.status, ['final', 'failed']),
          gte(outboxTransactions.nonce, nonce),
        ),
      )
  }

  /** Returns the first nonce from `from` on that no transaction has. */
  async freeNonce(sender: Address, from: number): Promise<number> {
    const { nonce } = outboxTransactions
    const taken = await this.#db
      .select({ nonce })
      .from(outboxTransactions)
      .where(
        this.#where(eq(outboxTransactions.sender, sender), gte(nonce, from)),
      )
      .orderBy(asc(nonce))
    return taken.reduce(
      (free, row) => free + (row.nonce === free ? 1 : 0),
      from,
    )
  }

  countQueued(purpose: OutboxRow['purpose']): Promise<number> {
    return this.#db.$count(
      outboxTransactions,
      this.#where(
        eq(outboxTransactions.purpose, purpose),
        eq(outboxTransactions.status, 'queued'),
      ),
    )
  }

  /** Newest first. */
  attemptsOf(id: number): Promise<Attempt[]> {
    return this.#db
      .select()
      .from(outboxAttempts)
      .where(eq(outboxAttempts.transactionId, id))
      .orderBy(desc(outboxAttempts.signedAt))
  }

  async addAttempt(
    tx: Transaction,
    attempt: Omit<Attempt, 'signedAt'>,
  ): Promise<void> {
    await tx.insert(outboxAttempts).values(attempt)
  }

  async dropAttempts(tx: Transaction, id: number): Promise<void> {
    await tx.delete(outboxAttempts).where(eq(outboxAttempts.transactionId, id))
  }

  async change(
    tx: Transaction,
    id: number,
    change: OutboxChange,
  ): Promise<void> {
    await tx
      .update(outboxTransactions)
      .set({ ...change, changedAt: sql`now()` })
      .where(eq(outboxTransactions.id, id))
  }

  #where(...conditions: Parameters<typeof and>) {
    return and(
      eq(outboxTransactions.instanceId, this.#instanceId),
      ...conditions,
    )
  }
}
