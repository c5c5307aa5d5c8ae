import { and, desc, eq, gt, isNotNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import type { DepositRow } from './deposits.store.ts'
import { cryptoDeposits } from './deposits.table.ts'
import type { BlockPlace } from './mined-transactions.ts'

/** How long a payment is looked at again. */
const RECENT_HOURS = 24

/** Of all players, or of one. */
type Asked = { limit: number; userId?: string }

/** Payments to be looked at again: of all players those of late. */
export class RecentDepositsStore {
  readonly #db: Database
  readonly #instanceId: number

  constructor(db: Database, instanceId: number) {
    this.#db = db
    this.#instanceId = instanceId
  }

  /** Blocks that settled ones are in, the newest first. */
  blocks({
    below,
    limit,
  }: {
    below: number | undefined
    limit: number
  }): Promise<BlockPlace[]> {
    const { blockNumber, blockHash } = cryptoDeposits
    return this.#db
      .selectDistinct({ blockNumber, blockHash })
      .from(cryptoDeposits)
      .where(
        and(
          this.#isSettled(),
          IS_RECENT,
          // Where a page ends in the middle of a height it comes again.
          below === undefined ? undefined : lte(blockNumber, below),
        ),
      )
      .orderBy(desc(blockNumber))
      .limit(limit)
  }

  /** Settled ones in some blocks, what is worth most first. */
  settledIn(
    blockHashes: readonly string[],
    { limit, userId }: Asked,
  ): Promise<DepositRow[]> {
    const { blockHash, coins, id } = cryptoDeposits
    const isThere = sql`${blockHash} = ANY(${plainArray(blockHashes)})`
    return this.#db
      .select()
      .from(cryptoDeposits)
      .where(and(this.#isSettled(), isThere, isOfOrRecent(userId)))
      .orderBy(desc(coins), desc(id))
      .limit(limit)
  }

  /** Those that the chain does not show, in the same order. */
  absent({ limit, userId }: Asked): Promise<DepositRow[]> {
    const { coins, confirmations, id, instanceId, status, txHash } =
      cryptoDeposits
    return this.#db
      .select()
      .from(cryptoDeposits)
      .where(
        and(
          eq(instanceId, this.#instanceId),
          eq(confirmations, 0),
          isNotNull(txHash),
          or(eq(status, 'pending'), isOfOrRecent(userId)),
          isOf(userId),
        ),
      )
      .orderBy(desc(coins), desc(id))
      .limit(limit)
  }

  #isSettled() {
    const { confirmations, instanceId, status } = cryptoDeposits
    return and(
      eq(instanceId, this.#instanceId),
      ne(status, 'pending'),
      gt(confirmations, 0),
    )
  }
}

/** Of one player those of any age are few. */
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
