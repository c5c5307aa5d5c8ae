import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { DepositStatus } from '#core/api/wallet.ts'
import { assert } from '#core/assert.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { DepositRow } from '../deposits.store.ts'
import { cryptoDeposits, depositGaps } from '../deposits.table.ts'

export type NamedDeposit = DepositRow & { username: string }
export type GapRow = typeof depositGaps.$inferSelect

export type DepositFilter = {
  status?: DepositStatus | undefined
  userId?: string | undefined
  cryptoType?: DepositRow['cryptoType'] | undefined
  txHash?: DepositRow['txHash'] | undefined
  /** Only deposits without a transaction. */
  isUnattributed?: boolean
  before?: string | undefined
  limit: number
}

const GAPS_LISTED = 200

/** Opens all players' deposits for operators. */
export function openDepositListStore(db: Database) {
  /** Lists deposits, newest first. */
  function page(filter: DepositFilter): Promise<NamedDeposit[]> {
    const { id, userId, cryptoType, status, txHash } = cryptoDeposits
    return named()
      .where(
        and(
          filter.status && eq(status, filter.status),
          filter.userId ? eq(userId, filter.userId) : undefined,
          filter.cryptoType && eq(cryptoType, filter.cryptoType),
          filter.txHash ? eq(txHash, filter.txHash) : undefined,
          filter.isUnattributed ? isNull(txHash) : undefined,
          filter.before ? lt(id, filter.before) : undefined,
        ),
      )
      .orderBy(desc(id))
      .limit(filter.limit)
  }

  async function find(id: string): Promise<NamedDeposit | undefined> {
    const [row] = await named().where(eq(cryptoDeposits.id, id))
    return row
  }

  /**
   * Counts pending deposits of a chain instance.
   *
   * @param decidableBefore confirmed ones from before wait for the operator.
   */
  async function waiting(instanceId: number, decidableBefore: Date) {
    const { cause, coins, confirmations, createdAt, status, txHash } =
      cryptoDeposits
    const isUndecided = and(
      eq(confirmations, CONFIRMATIONS_NEEDED),
      or(isNotNull(cause), lt(createdAt, decidableBefore)),
    )
    const countIf = (condition: SQL | undefined) =>
      sql<number>`count(*) FILTER (WHERE ${condition})`.mapWith(Number)
    const [counts] = await db
      .select({
        waiting: count(),
        coins: sql<number>`coalesce(sum(${coins}), 0)`.mapWith(Number),
        oldestAt: min(createdAt),
        /** Oldest deposit that doesn't wait for the operator. */
        oldestForChainAt: min(
          sql<Date>`CASE WHEN NOT ${isUndecided} THEN ${createdAt} END`,
        ).mapWith(createdAt),
        unattributed: countIf(isNull(txHash)),
        undecided: countIf(isUndecided),
      })
      .from(cryptoDeposits)
      .where(
        and(
          eq(cryptoDeposits.instanceId, instanceId),
          eq(status, 'pending'),
          // Leaves out dropped payments.
          gt(confirmations, 0),
        ),
      )
    assert(counts !== undefined, 'an aggregate returns one row')
    return counts
  }

  /** Counts deposits and coins by status since a moment. */
  async function countsSince(instanceId: number, since: Date) {
    const { coins, createdAt, status } = cryptoDeposits
    return db
      .select({
        status,
        count: sql<number>`count(*)`.mapWith(Number),
        coins: sql<number>`sum(${coins})`.mapWith(Number),
      })
      .from(cryptoDeposits)
      .where(
        and(eq(cryptoDeposits.instanceId, instanceId), gte(createdAt, since)),
      )
      .groupBy(status)
      .orderBy(status)
  }

  /** Lists gaps of wallets, newest first. */
  function gaps(instanceId: number): Promise<GapRow[]> {
    return db
      .select()
      .from(depositGaps)
      .where(eq(depositGaps.instanceId, instanceId))
      .orderBy(desc(depositGaps.seenAt))
      .limit(GAPS_LISTED)
  }

  function named() {
    return db
      .select({
        ...getTableColumns(cryptoDeposits),
        username: sql<string>`(
          SELECT username FROM users WHERE users.id = ${cryptoDeposits.userId}
        )`,
      })
      .from(cryptoDeposits)
      .$dynamic()
  }

  return { page, find, waiting, countsSince, gaps }
}
