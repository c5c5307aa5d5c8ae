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
export type NewDeposit = typeof cryptoDeposits.$inferInsert
export type DepositChange = Partial<
  Omit<DepositRow, 'id' | 'instanceId' | 'userId' | 'wallet' | 'createdAt'>
>

type PaymentKey = Pick<
  NewDeposit,
  'txHash' | 'wallet' | 'cryptoType' | 'ordinal'
>

/** Rows after an id. */
type Page = { after: string; limit: number }

const LISTED = 200
/** Time for which a dropped payment is followed at every block. */
const DROPPED_FOLLOWED_MINUTES = 10

export type DepositsStore = ReturnType<typeof openDepositsStore>

export function openDepositsStore(db: Database) {
  /** Lists a player's deposits, newest first, optionally of one transaction. */
  function listOf(userId: string, txHash?: Hash): Promise<ListedDeposit[]> {
    return listed(
      userId,
      txHash ? eq(cryptoDeposits.txHash, txHash) : undefined,
    )
  }

  /**
   * Lists deposits without a transaction whose block range covers the given
   * block.
   */
  function unattributedAt(
    userId: string,
    { instanceId, block }: { instanceId: number; block: number },
  ): Promise<ListedDeposit[]> {
    const { blockNumber, fromBlock, status, txHash } = cryptoDeposits
    return listed(
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

  function listed(
    userId: string,
    isAsked: SQL | undefined,
  ): Promise<ListedDeposit[]> {
    return db
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

  /** Lists a transaction's payments to a player, most valuable first. */
  function ofTransaction(
    { instanceId, status }: Pick<DepositRow, 'instanceId' | 'status'>,
    { userId, txHash }: { userId: string; txHash: Hash },
    limit: number,
  ): Promise<DepositRow[]> {
    const isAsked = and(
      eq(cryptoDeposits.userId, userId),
      eq(cryptoDeposits.txHash, txHash),
    )
    return select({ instanceId, status }, isAsked)
      .orderBy(desc(cryptoDeposits.coins), asc(cryptoDeposits.id))
      .limit(limit)
  }

  /** Adds payments; ignores and doesn't return known ones. */
  function add(
    tx: Transaction,
    deposits: readonly NewDeposit[],
  ): Promise<DepositRow[]> {
    // Sorted, so that concurrent inserts of the same payments don't deadlock.
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
   * Lists pending deposits worth coins: one of each player before the second of
   * any, oldest block first.
   */
  function worthCoins(
    instanceId: number,
    { limit, ...asked }: { all: boolean; limit: number },
  ): Promise<DepositRow[]> {
    const { userId, blockNumber, id } = cryptoDeposits
    const turn = sql`row_number() OVER (PARTITION BY ${userId} ORDER BY ${blockNumber}, ${id})`
    return waiting(instanceId, asked, gt(cryptoDeposits.coins, 0))
      .orderBy(turn, blockNumber, id)
      .limit(limit)
  }

  /** Lists pending deposits worth no coins, a page by id. */
  function worthNothing(
    instanceId: number,
    { after, limit, ...asked }: Page & { all: boolean },
  ): Promise<DepositRow[]> {
    const { coins, id } = cryptoDeposits
    const isNext = and(eq(coins, 0), gt(id, after))
    return waiting(instanceId, asked, isNext).orderBy(id).limit(limit)
  }

  /** Locks a deposit; undefined if its status or block has changed. */
  async function lock(
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
   * Locks deposits, ordered by id.
   *
   * @returns ids of those still pending in the same block.
   */
  async function lockPending(
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

  /** Updates locked deposits and returns them. */
  async function change(
    tx: Transaction,
    ids: readonly string[],
    change: DepositChange,
  ): Promise<DepositRow[]> {
    const changed = await tx
      .update(cryptoDeposits)
      .set(change)
      .where(inArray(cryptoDeposits.id, [...ids]))
      .returning()
    assert(changed.length === ids.length, 'a locked deposit exists')
    return changed
  }

  async function remove(tx: Transaction, id: string): Promise<void> {
    await tx.delete(cryptoDeposits).where(eq(cryptoDeposits.id, id))
  }

  /** Lists confirmed deposits of a chain instance, a page by id. */
  function confirmed(
    instanceId: number,
    { after, limit }: Page,
  ): Promise<DepositRow[]> {
    const where = { instanceId, status: 'confirmed' } as const
    return select(where, gt(cryptoDeposits.id, after))
      .orderBy(asc(cryptoDeposits.id))
      .limit(limit)
  }

  /** Filters the transfers to those without a deposit. */
  async function unknown<H extends PaymentKey>(
    instanceId: number,
    transfers: readonly H[],
  ): Promise<H[]> {
    const { txHash, wallet, cryptoType, ordinal } = cryptoDeposits
    const hashes = transfers.flatMap((transfer) => transfer.txHash ?? [])
    const known = await db
      .select({ txHash, wallet, cryptoType, ordinal })
      .from(cryptoDeposits)
      .where(
        and(eq(cryptoDeposits.instanceId, instanceId), inArray(txHash, hashes)),
      )
    const keys = new Set(known.map(paymentKey))
    return transfers.filter((transfer) => !keys.has(paymentKey(transfer)))
  }

  /** @param all also deposits that were dropped long ago. */
  function waiting(
    instanceId: number,
    { all }: { all: boolean },
    condition: SQL | undefined,
  ) {
    const { confirmations, createdAt } = cryptoDeposits
    const isRecent = sql`${createdAt} > now() - make_interval(mins => ${DROPPED_FOLLOWED_MINUTES})`
    const isLookedFor = all ? undefined : or(gt(confirmations, 0), isRecent)
    const where = { instanceId, status: 'pending' } as const
    return select(where, and(condition, isLookedFor))
  }

  function select(
    { instanceId, status }: Pick<DepositRow, 'instanceId' | 'status'>,
    condition: SQL | undefined,
  ) {
    return db
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

  return {
    listOf,
    unattributedAt,
    ofTransaction,
    add,
    worthCoins,
    worthNothing,
    lock,
    lockPending,
    change,
    remove,
    confirmed,
    unknown,
  }
}

function paymentKey({ txHash, wallet, cryptoType, ordinal }: PaymentKey) {
  return `${txHash} ${wallet} ${cryptoType} ${ordinal}`
}
