import { and, desc, eq, gt, isNotNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { plainArray } from '../../../platform/db/sql-values.ts'
import type { DepositRow } from '../deposits.store.ts'
import { cryptoDeposits } from '../deposits.table.ts'
import type { BlockPlace } from '../verify/mined-transactions.ts'

/** Time for which settled deposits are audited. */
const RECENT_HOURS = 24

/** Without a player, deposits of all players. */
type Filter = { limit: number; userId?: string }

export type RecentDepositsStore = ReturnType<typeof openRecentDepositsStore>

/** Opens the deposits to audit: recent ones, or any age for one player. */
export function openRecentDepositsStore(db: Database, instanceId: number) {
  /** Lists blocks of settled deposits, newest first. */
  function blocks({
    below,
    limit,
  }: {
    below: number | undefined
    limit: number
  }): Promise<BlockPlace[]> {
    const { blockNumber, blockHash } = cryptoDeposits
    return db
      .selectDistinct({ blockNumber, blockHash })
      .from(cryptoDeposits)
      .where(
        and(
          isSettled(),
          IS_RECENT,
          // Inclusive: the last page may have ended within a height.
          below === undefined ? undefined : lte(blockNumber, below),
        ),
      )
      .orderBy(desc(blockNumber))
      .limit(limit)
  }

  /** Lists settled deposits in some blocks, most valuable first. */
  function settledIn(
    blockHashes: readonly string[],
    { limit, userId }: Filter,
  ): Promise<DepositRow[]> {
    const isInBlock = sql`${cryptoDeposits.blockHash} = ANY(${plainArray(blockHashes)})`
    return list(limit, isSettled(), isInBlock, isOfOrRecent(userId))
  }

  /** Lists dropped deposits with a transaction, most valuable first. */
  function absent({ limit, userId }: Filter): Promise<DepositRow[]> {
    const { confirmations, status, txHash } = cryptoDeposits
    return list(
      limit,
      eq(cryptoDeposits.instanceId, instanceId),
      eq(confirmations, 0),
      isNotNull(txHash),
      or(eq(status, 'pending'), isOfOrRecent(userId)),
      isOf(userId),
    )
  }

  function list(limit: number, ...conditions: Parameters<typeof and>) {
    const { coins, id } = cryptoDeposits
    return db
      .select()
      .from(cryptoDeposits)
      .where(and(...conditions))
      .orderBy(desc(coins), desc(id))
      .limit(limit)
  }

  function isSettled() {
    const { confirmations, status } = cryptoDeposits
    return and(
      eq(cryptoDeposits.instanceId, instanceId),
      ne(status, 'pending'),
      gt(confirmations, 0),
    )
  }

  return { blocks, settledIn, absent }
}

function isOfOrRecent(userId: string | undefined) {
  return isOf(userId) ?? IS_RECENT
}

function isOf(userId: string | undefined) {
  return userId === undefined ? undefined : eq(cryptoDeposits.userId, userId)
}

const SINCE = sql`now() - make_interval(hours => ${RECENT_HOURS})`
const IS_RECENT = or(
  sql`${cryptoDeposits.confirmedAt} > ${SINCE}`,
  sql`${cryptoDeposits.createdAt} > ${SINCE}`,
)
