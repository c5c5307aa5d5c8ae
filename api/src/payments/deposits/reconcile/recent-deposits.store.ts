import { and, asc, desc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { plainArray } from '../../../platform/db/sql-values.ts'
import type { BlockPlace, DepositRow } from '../deposits.store.ts'
import { cryptoDeposits } from '../deposits.table.ts'

/** Time for which settled deposits are audited. */
const RECENT_HOURS = 24
const SINCE = sql`now() - make_interval(hours => ${RECENT_HOURS})`
const IS_RECENT = or(
  sql`${cryptoDeposits.confirmedAt} > ${SINCE}`,
  sql`${cryptoDeposits.createdAt} > ${SINCE}`,
)

export type RecentDepositsStore = ReturnType<typeof openRecentDepositsStore>

/** Opens the deposits to audit: recent ones, or any age for one player. */
export function openRecentDepositsStore(db: Database, instanceId: number) {
  const { blockHash, blockNumber, coins, confirmations } = cryptoDeposits
  const { id, status, txHash, userId } = cryptoDeposits
  const isOfInstance = eq(cryptoDeposits.instanceId, instanceId)
  const isSettled = and(ne(status, 'pending'), gt(confirmations, 0))

  /** Lists blocks of settled deposits, oldest first. */
  function blocks(): Promise<BlockPlace[]> {
    return db
      .selectDistinct({ blockNumber, blockHash })
      .from(cryptoDeposits)
      .where(and(isOfInstance, isSettled, IS_RECENT))
      .orderBy(asc(blockNumber))
  }

  /**
   * Lists deposits that may be off the chain, most valuable first: settled ones
   * in the given blocks, and dropped ones with a transaction.
   *
   * @param player of all ages; without one, recent deposits of all players.
   */
  async function suspects(
    reorged: readonly BlockPlace[],
    { limit, player }: { limit: number; player?: string },
  ): Promise<DepositRow[]> {
    const isOfPlayer = player === undefined ? undefined : eq(userId, player)
    const isInBlock = sql`${blockHash} = ANY(${plainArray(reorged.map((block) => block.blockHash))})`
    const isDropped = and(
      eq(confirmations, 0),
      isNotNull(txHash),
      or(eq(status, 'pending'), isOfPlayer ?? IS_RECENT),
      isOfPlayer,
    )
    const list = (condition: typeof isDropped) =>
      db
        .select()
        .from(cryptoDeposits)
        .where(and(isOfInstance, condition))
        .orderBy(desc(coins), desc(id))
        .limit(limit)
    return [
      ...(await list(and(isSettled, isInBlock, isOfPlayer ?? IS_RECENT))),
      ...(await list(isDropped)),
    ]
  }

  return { blocks, suspects }
}
