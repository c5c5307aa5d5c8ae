import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { TestChainId } from '#core/chain/test-chains.ts'
import { assert } from '#core/errors.ts'
import { chainInstances } from '../../platform/chain/chain.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { cryptoDeposits } from './deposits.table.ts'

export type DepositRow = typeof cryptoDeposits.$inferSelect
export type ListedDeposit = DepositRow & { chainId: TestChainId }
export type NewDeposit = Omit<
  DepositRow,
  'status' | 'createdAt' | 'confirmedAt' | 'fromBlock'
>
export type DepositChange = Partial<
  Pick<
    DepositRow,
    | 'amount'
    | 'coins'
    | 'blockNumber'
    | 'blockHash'
    | 'confirmations'
    | 'status'
    | 'reason'
  >
> & { confirmedAt?: Date }

const LISTED = 200
/** How long a payment that left the chain is looked for at every block. */
const MISSED_FOR_MINUTES = 10

export class DepositsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Newest first. */
  listOf(userId: string): Promise<ListedDeposit[]> {
    return this.#db
      .select({
        ...getTableColumns(cryptoDeposits),
        chainId: chainInstances.chainId,
      })
      .from(cryptoDeposits)
      .innerJoin(
        chainInstances,
        eq(chainInstances.id, cryptoDeposits.instanceId),
      )
      .where(eq(cryptoDeposits.userId, userId))
      .orderBy(desc(cryptoDeposits.id))
      .limit(LISTED)
  }

  /** Keeps payments that were not known. @returns those. */
  add(tx: Transaction, deposits: readonly NewDeposit[]): Promise<DepositRow[]> {
    return tx
      .insert(cryptoDeposits)
      .values([...deposits])
      .onConflictDoNothing()
      .returning()
  }

  /**
   * Payments that wait, oldest block first.
   *
   * @param all also those that left the chain long ago.
   */
  pending(
    instanceId: number,
    { all }: { all: boolean },
  ): Promise<DepositRow[]> {
    const isRecent = sql`${cryptoDeposits.createdAt} > now() - make_interval(mins => ${MISSED_FOR_MINUTES})`
    const isLookedFor = or(gt(cryptoDeposits.confirmations, 0), isRecent)
    const where = { instanceId, status: 'pending' } as const
    return this.#select(where, all ? undefined : isLookedFor).orderBy(
      asc(cryptoDeposits.blockNumber),
      asc(cryptoDeposits.id),
    )
  }

  /** Locks a payment; undefined when it no longer waits in that block. */
  async lockPending(
    tx: Transaction,
    { id, blockHash }: Pick<DepositRow, 'id' | 'blockHash'>,
  ): Promise<DepositRow | undefined> {
    const [row] = await tx
      .select()
      .from(cryptoDeposits)
      .where(
        and(
          eq(cryptoDeposits.id, id),
          eq(cryptoDeposits.blockHash, blockHash),
          eq(cryptoDeposits.status, 'pending'),
        ),
      )
      .for('update')
    return row
  }

  /** Changes a payment that waits: what is settled stays as it is. */
  async changePending(
    tx: Transaction,
    id: string,
    change: DepositChange,
  ): Promise<void> {
    const { rowCount } = await tx
      .update(cryptoDeposits)
      .set(change)
      .where(
        and(eq(cryptoDeposits.id, id), eq(cryptoDeposits.status, 'pending')),
      )
    assert(rowCount === 1, 'a payment is changed while it waits')
  }

  /** Of all confirmed payments of a chain instance, a page by id. */
  confirmed(
    instanceId: number,
    { after, limit }: { after: string; limit: number },
  ): Promise<DepositRow[]> {
    const where = { instanceId, status: 'confirmed' } as const
    return this.#select(where, gt(cryptoDeposits.id, after))
      .orderBy(asc(cryptoDeposits.id))
      .limit(limit)
  }

  #select(
    { instanceId, status }: Pick<DepositRow, 'instanceId' | 'status'>,
    condition: SQL | undefined,
  ) {
    return this.#db
      .select()
      .from(cryptoDeposits)
      .where(
        and(
          eq(cryptoDeposits.instanceId, instanceId),
          eq(cryptoDeposits.status, status),
          condition,
        ),
      )
  }
}
