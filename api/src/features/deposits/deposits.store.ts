import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
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

/** What follows an id, and is found by its order. */
type Page = { after: string; limit: number }

/** The id before all others. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

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
   * Payments worth coins that wait: of every player one before the second of
   * any, oldest block first.
   */
  worthCoins(
    instanceId: number,
    { limit, ...asked }: { all: boolean; limit: number },
  ): Promise<DepositRow[]> {
    const { userId, blockNumber, id } = cryptoDeposits
    const turn = sql`row_number() OVER (PARTITION BY ${userId} ORDER BY ${blockNumber}, ${id})`
    return this.#waiting(instanceId, asked, gt(cryptoDeposits.coins, 0))
      .orderBy(turn, blockNumber, id)
      .limit(limit)
  }

  /** Payments worth nothing that wait, a page by id. */
  worthNothing(
    instanceId: number,
    { after, limit, ...asked }: Page & { all: boolean },
  ): Promise<DepositRow[]> {
    const { coins, id } = cryptoDeposits
    const isNext = and(eq(coins, 0), gt(id, after))
    return this.#waiting(instanceId, asked, isNext).orderBy(id).limit(limit)
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

  /** Changes payments that wait: what is settled stays as it is. */
  async changePending(
    tx: Transaction,
    ids: readonly string[],
    change: DepositChange,
  ): Promise<void> {
    const { id, status } = cryptoDeposits
    const { rowCount } = await tx
      .update(cryptoDeposits)
      .set(change)
      .where(and(inArray(id, [...ids]), eq(status, 'pending')))
    assert(rowCount === ids.length, 'a payment is changed while it waits')
  }

  /** Of all confirmed payments of a chain instance, a page by id. */
  confirmed(instanceId: number, { after, limit }: Page): Promise<DepositRow[]> {
    const where = { instanceId, status: 'confirmed' } as const
    return this.#select(where, gt(cryptoDeposits.id, after))
      .orderBy(asc(cryptoDeposits.id))
      .limit(limit)
  }

  /** @param all also those that left the chain long ago. */
  #waiting(
    instanceId: number,
    { all }: { all: boolean },
    condition: SQL | undefined,
  ) {
    const { confirmations, createdAt } = cryptoDeposits
    const isRecent = sql`${createdAt} > now() - make_interval(mins => ${MISSED_FOR_MINUTES})`
    const isLookedFor = all ? undefined : or(gt(confirmations, 0), isRecent)
    const where = { instanceId, status: 'pending' } as const
    return this.#select(where, and(condition, isLookedFor))
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
