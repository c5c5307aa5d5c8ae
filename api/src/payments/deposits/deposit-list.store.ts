import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  isNull,
  lt,
  sql,
} from 'drizzle-orm'
import type { DepositStatus } from '#core/api/wallet.ts'
import { assert } from '#core/assert.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { DepositRow } from './deposits.store.ts'
import { cryptoDeposits } from './deposits.table.ts'
import { depositGaps } from './reconciling.table.ts'

export type NamedDeposit = DepositRow & { username: string }
export type GapRow = typeof depositGaps.$inferSelect

export type DepositFilter = {
  status?: DepositStatus | undefined
  userId?: string | undefined
  cryptoType?: DepositRow['cryptoType'] | undefined
  txHash?: DepositRow['txHash'] | undefined
  /** Only those that no transaction explains. */
  isUnattributed?: boolean
  before?: string | undefined
  limit: number
}

export type WaitingDeposits = {
  waiting: number
  coins: number
  oldestAt: Date | null
  /** Of those that are not undecided. */
  oldestForChainAt: Date | null
  unattributed: number
  undecided: number
}

const GAPS_LISTED = 200

/** Deposits of all players, as operators look through them. */
export class DepositListStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Newest first. */
  page(filter: DepositFilter): Promise<NamedDeposit[]> {
    const { id, userId, cryptoType, status, txHash } = cryptoDeposits
    return this.#named(this.#db)
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

  async find(
    id: string,
    on: Database | Transaction = this.#db,
  ): Promise<NamedDeposit | undefined> {
    const [row] = await this.#named(on).where(eq(cryptoDeposits.id, id))
    return row
  }

  /**
   * What waits on a chain instance.
   *
   * @param decidableBefore with all confirmations since before then, it waits
   * for the operator.
   */
  async waiting(
    instanceId: number,
    decidableBefore: Date,
  ): Promise<WaitingDeposits> {
    const isUndecided = sql`(confirmations = ${CONFIRMATIONS_NEEDED}
      AND (cause IS NOT NULL OR created_at < ${decidableBefore.toISOString()}))`
    const { rows } = await this.#db.execute<
      Record<'coins' | 'unattributed' | 'undecided' | 'waiting', string> &
        Record<'oldestAt' | 'oldestForChainAt', Date | string | null>
    >(sql`SELECT count(*) AS waiting, coalesce(sum(coins), 0) AS coins,
            min(created_at) AS "oldestAt",
            min(created_at) FILTER (WHERE NOT ${isUndecided}) AS "oldestForChainAt",
            count(*) FILTER (WHERE tx_hash IS NULL) AS unattributed,
            count(*) FILTER (WHERE ${isUndecided}) AS undecided
          FROM crypto_deposits
          WHERE instance_id = ${instanceId} AND status = 'pending'
            -- What left the chain has none, and nobody waits for it.
            AND confirmations > 0`)
    assert(rows[0] !== undefined, 'a count is one row')
    const { oldestAt, oldestForChainAt, ...counts } = rows[0]
    return {
      waiting: Number(counts.waiting),
      coins: Number(counts.coins),
      oldestAt: oldestAt === null ? null : new Date(oldestAt),
      oldestForChainAt:
        oldestForChainAt === null ? null : new Date(oldestForChainAt),
      unattributed: Number(counts.unattributed),
      undecided: Number(counts.undecided),
    }
  }

  /** How many came to which end since a moment, with their coins. */
  async countsSince(instanceId: number, since: Date) {
    const { coins, createdAt, status } = cryptoDeposits
    return this.#db
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

  /** What wallets were once seen to hold beyond their deposits. */
  gaps(instanceId: number): Promise<GapRow[]> {
    return this.#db
      .select()
      .from(depositGaps)
      .where(eq(depositGaps.instanceId, instanceId))
      .orderBy(desc(depositGaps.seenAt))
      .limit(GAPS_LISTED)
  }

  #named(on: Database | Transaction) {
    return on
      .select({
        ...getTableColumns(cryptoDeposits),
        username: sql<string>`(
          SELECT username FROM users WHERE users.id = ${cryptoDeposits.userId}
        )`,
      })
      .from(cryptoDeposits)
      .$dynamic()
  }
}
