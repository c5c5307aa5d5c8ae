import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Hash } from 'viem'
import { assert } from '#core/assert.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { cryptoDeposits } from './deposits.table.ts'

export type DepositRow = typeof cryptoDeposits.$inferSelect
export type NewDeposit = typeof cryptoDeposits.$inferInsert
export type DepositChange = Partial<
  Omit<DepositRow, 'id' | 'instanceId' | 'userId' | 'wallet' | 'createdAt'>
>
export type AccountKey = Pick<DepositRow, 'userId' | 'wallet' | 'cryptoType'>
export type BlockPlace = Pick<DepositRow, 'blockNumber' | 'blockHash'>

/** Limit of an account's blocks, newest first. */
const BLOCKS_MAX = 1_000
/** Time for which settled deposits are audited. */
const RECENT_HOURS = 24
const { blockHash, blockNumber, coins, confirmations } = cryptoDeposits
const { cryptoType, id, status, txHash, userId, wallet } = cryptoDeposits

const SINCE = sql`now() - make_interval(hours => ${RECENT_HOURS})`
const IS_RECENT = sql`(${cryptoDeposits.confirmedAt} > ${SINCE}
  OR ${cryptoDeposits.createdAt} > ${SINCE})`
const IS_SETTLED = and(ne(status, 'pending'), gt(confirmations, 0))

export type DepositsStore = ReturnType<typeof createDepositsStore>

export function createDepositsStore(db: Database, instanceId: number) {
  const isOfInstance = eq(cryptoDeposits.instanceId, instanceId)

  /** Lists a transaction's unconfirmed payments to a player, most valuable first. */
  function ofTransaction(
    transaction: { userId: string; txHash: Hash },
    limit: number,
  ): Promise<DepositRow[]> {
    return select(
      eq(userId, transaction.userId),
      eq(txHash, transaction.txHash),
      ne(status, 'confirmed'),
    )
      .orderBy(desc(coins), asc(id))
      .limit(limit)
  }

  /** Adds payments; ignores and doesn't return known ones. */
  function add(
    tx: Transaction,
    deposits: readonly NewDeposit[],
  ): Promise<DepositRow[]> {
    const toKey = (row: NewDeposit) =>
      `${row.txHash} ${row.wallet} ${row.cryptoType} ${row.ordinal}`
    // Sorted, so that concurrent inserts of the same payments don't deadlock.
    const ordered = deposits.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
    return tx
      .insert(cryptoDeposits)
      .values(ordered)
      .onConflictDoNothing()
      .returning()
  }

  /**
   * Lists pending deposits, those worth coins first: one of each player before
   * the second of any, oldest block first.
   *
   * @param all also dropped ones worth no coins, which can be thousands.
   */
  function listPending(
    limit: number,
    { all = false } = {},
  ): Promise<DepositRow[]> {
    const isWorthless = sql`${coins} = 0`
    const turn = sql`row_number() OVER (
      PARTITION BY ${userId}, ${isWorthless} ORDER BY ${blockNumber}, ${id}
    )`
    const isFollowed = all ? undefined : or(gt(coins, 0), gt(confirmations, 0))
    return select(eq(status, 'pending'), isFollowed)
      .orderBy(isWorthless, turn, blockNumber, id)
      .limit(limit)
  }

  const listConfirmed = (after: string, limit: number) =>
    select(eq(status, 'confirmed'), gt(id, after)).orderBy(id).limit(limit)

  /**
   * Lists blocks of an account's settled deposits, newest first.
   *
   * @param traced leaves out deposits without a transaction.
   */
  function getBlocks(key: AccountKey, { traced = false } = {}) {
    return blocksWhere(isOfAccount(key), traced ? isNotNull(txHash) : undefined)
      .orderBy(desc(blockNumber))
      .limit(BLOCKS_MAX)
  }

  /** Lists blocks of recent settled deposits, oldest first. */
  function recentBlocks(): Promise<BlockPlace[]> {
    return blocksWhere(IS_RECENT).orderBy(asc(blockNumber))
  }

  function blocksWhere(...conditions: (SQL | undefined)[]) {
    return db
      .selectDistinct({ blockNumber, blockHash })
      .from(cryptoDeposits)
      .where(and(isOfInstance, IS_SETTLED, ...conditions))
  }

  /**
   * Lists deposits that may be off the chain, most valuable first: settled ones
   * in the given blocks, and dropped ones with a transaction.
   *
   * @param player of all ages; without one, recent deposits of all players.
   */
  async function listSuspects(
    reorged: readonly BlockPlace[],
    { limit, player }: { limit: number; player?: string },
  ): Promise<DepositRow[]> {
    const isOfPlayer = player === undefined ? undefined : eq(userId, player)
    const isInBlock = sql`${blockHash} = ANY(${plainArray(reorged.map((block) => block.blockHash))})`
    const isPendingOrRecent = or(eq(status, 'pending'), IS_RECENT)
    const list = (...conditions: (SQL | undefined)[]) =>
      select(...conditions)
        .orderBy(desc(coins), desc(id))
        .limit(limit)
    return [
      ...(await list(IS_SETTLED, isInBlock, isOfPlayer ?? IS_RECENT)),
      ...(await list(
        eq(confirmations, 0),
        isNotNull(txHash),
        isOfPlayer ?? isPendingOrRecent,
      )),
    ]
  }

  /** Locks deposits, except those whose status or block has changed. */
  async function lock(
    tx: Transaction,
    seen: readonly Pick<DepositRow, 'id' | 'blockHash' | 'status'>[],
  ): Promise<DepositRow[]> {
    const before = new Map(seen.map((row) => [row.id, row]))
    const rows = await tx
      .select()
      .from(cryptoDeposits)
      .where(inArray(id, [...before.keys()]))
      .orderBy(id)
      .for('update')
    const isUnchanged = (row: DepositRow) =>
      row.status === before.get(row.id)?.status &&
      row.blockHash === before.get(row.id)?.blockHash
    return rows.filter(isUnchanged)
  }

  async function change(
    tx: Transaction,
    ids: readonly string[],
    change: DepositChange,
  ): Promise<DepositRow[]> {
    const changed = await tx
      .update(cryptoDeposits)
      .set(change)
      .where(inArray(id, [...ids]))
      .returning()
    assert(changed.length === ids.length, 'a locked deposit exists')
    return changed
  }

  function remove(tx: Transaction, row: DepositRow) {
    return tx.delete(cryptoDeposits).where(eq(id, row.id))
  }

  function select(...conditions: (SQL | undefined)[]) {
    return db
      .select()
      .from(cryptoDeposits)
      .where(and(isOfInstance, ...conditions))
  }

  return {
    ofTransaction,
    add,
    listPending,
    listConfirmed,
    getBlocks,
    recentBlocks,
    listSuspects,
    lock,
    change,
    remove,
  }
}

export function isOfAccount(key: AccountKey): SQL | undefined {
  return and(
    eq(userId, key.userId),
    eq(wallet, key.wallet),
    eq(cryptoType, key.cryptoType),
  )
}
