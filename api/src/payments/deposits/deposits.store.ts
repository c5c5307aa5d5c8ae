import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Hash } from 'viem'
import { assert } from '#core/assert.ts'
import type { TestChainId } from '#core/chain/chains.ts'
import { chainInstances } from '../../platform/chain/nodes/chain-instance.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { cryptoDeposits } from './deposits.table.ts'

export type DepositRow = typeof cryptoDeposits.$inferSelect
export type ListedDeposit = DepositRow & { chainId: TestChainId }
export type NewDeposit = Omit<
  DepositRow,
  'status' | 'absorbed' | 'createdAt' | 'confirmedAt' | 'fromBlock'
> & { fromBlock?: number }
export type DepositChange = Partial<
  Omit<DepositRow, 'id' | 'instanceId' | 'userId' | 'wallet' | 'createdAt'>
>

type PaymentKey = Pick<
  DepositRow,
  'txHash' | 'wallet' | 'cryptoType' | 'ordinal'
>

/** What follows an id, and is found by its order. */
type Page = { after: string; limit: number }

const LISTED = 200
/** How long a payment that left the chain is looked for at every block. */
const MISSED_FOR_MINUTES = 10

export class DepositsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Newest first, all or those of one transaction. */
  listOf(userId: string, txHash?: Hash): Promise<ListedDeposit[]> {
    return this.#listed(
      userId,
      txHash ? eq(cryptoDeposits.txHash, txHash) : undefined,
    )
  }

  /**
   * Lists deposits without a transaction whose block range covers the given
   * block.
   */
  unattributedAt(
    userId: string,
    { instanceId, block }: { instanceId: number; block: number },
  ): Promise<ListedDeposit[]> {
    const { blockNumber, fromBlock, status, txHash } = cryptoDeposits
    return this.#listed(
      userId,
      and(
        eq(cryptoDeposits.instanceId, instanceId),
        isNull(txHash),
        ne(status, 'reversed'),
        lte(fromBlock, block),
        gte(blockNumber, block),
      ),
    )
  }

  #listed(userId: string, isAsked: SQL | undefined): Promise<ListedDeposit[]> {
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
      .where(and(eq(cryptoDeposits.userId, userId), isAsked))
      .orderBy(desc(cryptoDeposits.id))
      .limit(LISTED)
  }

  /** A transaction's payments to a player; what is worth most first. */
  ofTransaction(
    { instanceId, status }: Pick<DepositRow, 'instanceId' | 'status'>,
    { userId, txHash }: { userId: string; txHash: Hash },
    limit: number,
  ): Promise<DepositRow[]> {
    const isTheirs = and(
      eq(cryptoDeposits.userId, userId),
      eq(cryptoDeposits.txHash, txHash),
    )
    return this.#select({ instanceId, status }, isTheirs)
      .orderBy(desc(cryptoDeposits.coins), asc(cryptoDeposits.id))
      .limit(limit)
  }

  /** Keeps payments that were not known. @returns those. */
  add(tx: Transaction, deposits: readonly NewDeposit[]): Promise<DepositRow[]> {
    // In one order, for another job may keep the same ones at the same time.
    const ordered = deposits.toSorted((a, b) =>
      paymentKey(a) < paymentKey(b) ? -1 : 1,
    )
    return tx
      .insert(cryptoDeposits)
      .values(ordered)
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

  /** Locks a payment; undefined when its status or its block has changed. */
  async lock(
    tx: Transaction,
    { id, blockHash, status }: Pick<DepositRow, 'id' | 'blockHash' | 'status'>,
  ): Promise<DepositRow | undefined> {
    const [row] = await tx
      .select()
      .from(cryptoDeposits)
      .where(
        and(
          eq(cryptoDeposits.id, id),
          eq(cryptoDeposits.blockHash, blockHash),
          eq(cryptoDeposits.status, status),
        ),
      )
      .for('update')
    return row
  }

  /**
   * Locks payments, in the order of their ids.
   *
   * @returns which of them still wait in the block they were seen in.
   */
  async lockPending(
    tx: Transaction,
    seen: readonly DepositRow[],
  ): Promise<ReadonlySet<string>> {
    const { id, blockHash, status } = cryptoDeposits
    const ids = seen.map((row) => row.id)
    const locked = await tx
      .select({ id, blockHash })
      .from(cryptoDeposits)
      .where(and(inArray(id, ids), eq(status, 'pending')))
      .orderBy(id)
      .for('update')
    const blocks = new Map(locked.map((row) => [row.id, row.blockHash]))
    const waiting = seen.filter((row) => blocks.get(row.id) === row.blockHash)
    return new Set(waiting.map((row) => row.id))
  }

  /** Changes payments that were locked. @returns them, as they are now. */
  async change(
    tx: Transaction,
    ids: readonly string[],
    change: DepositChange,
  ): Promise<DepositRow[]> {
    const changed = await tx
      .update(cryptoDeposits)
      .set(change)
      .where(inArray(cryptoDeposits.id, [...ids]))
      .returning()
    assert(changed.length === ids.length, 'a locked payment stays')
    return changed
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.delete(cryptoDeposits).where(eq(cryptoDeposits.id, id))
  }

  /** Of all confirmed payments of a chain instance, a page by id. */
  confirmed(instanceId: number, { after, limit }: Page): Promise<DepositRow[]> {
    const where = { instanceId, status: 'confirmed' } as const
    return this.#select(where, gt(cryptoDeposits.id, after))
      .orderBy(asc(cryptoDeposits.id))
      .limit(limit)
  }

  /** Filters the transfers to those that no payment is kept of. */
  async unknown<H extends PaymentKey>(
    instanceId: number,
    transfers: readonly H[],
  ): Promise<H[]> {
    const { txHash, wallet, cryptoType, ordinal } = cryptoDeposits
    const hashes = transfers.flatMap((transfer) => transfer.txHash ?? [])
    const known = await this.#db
      .select({ txHash, wallet, cryptoType, ordinal })
      .from(cryptoDeposits)
      .where(
        and(eq(cryptoDeposits.instanceId, instanceId), inArray(txHash, hashes)),
      )
    const keys = new Set(known.map(paymentKey))
    return transfers.filter((transfer) => !keys.has(paymentKey(transfer)))
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

function paymentKey({ txHash, wallet, cryptoType, ordinal }: PaymentKey) {
  return `${txHash} ${wallet} ${cryptoType} ${ordinal}`
}
