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
import type {
  DepositGap,
  OperatorDeposit,
  OperatorDepositsQuery,
} from '#core/api/operator/deposits.ts'
import type { OperatorDepositsState } from '#core/api/operator/overview.ts'
import { assert } from '#core/assert.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { causeText } from '#core/deposits/deposit-cause.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { DAY_MS } from '#core/durations.ts'
import { coins, totalCoins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { DepositRow } from '../deposits.store.ts'
import { cryptoDeposits, depositGaps } from '../deposits.table.ts'

/** Automatic settlement takes seconds; later ones wait for the operator. */
const DECIDABLE_AFTER_MS = 2 * 60_000
const GAPS_LISTED = 200

type NamedDeposit = DepositRow & { username: string }

export type DepositListService = ReturnType<typeof createDepositListService>

export function createDepositListService({
  clock,
  db,
  instanceId,
}: {
  clock: Clock
  db: Database
  /** Undefined without a chain: all deposits are history. */
  instanceId: number | undefined
}) {
  async function page(
    query: OperatorDepositsQuery & { isUnattributed?: boolean },
    limit: number,
  ): Promise<OperatorDeposit[]> {
    const { id, userId, cryptoType, status, txHash } = cryptoDeposits
    const rows = await selectNamed()
      .where(
        and(
          query.status && eq(status, query.status),
          query.player ? eq(userId, query.player) : undefined,
          query.asset && eq(cryptoType, query.asset),
          query.txHash ? eq(txHash, query.txHash) : undefined,
          query.isUnattributed ? isNull(txHash) : undefined,
          query.before ? lt(id, query.before) : undefined,
        ),
      )
      .orderBy(desc(id))
      .limit(limit)
    return rows.map((row) => shown(row))
  }

  async function gaps(): Promise<DepositGap[]> {
    if (instanceId === undefined) return []
    const rows = await db
      .select()
      .from(depositGaps)
      .where(eq(depositGaps.instanceId, instanceId))
      .orderBy(desc(depositGaps.seenAt))
      .limit(GAPS_LISTED)
    return rows.map(
      ({ amountWei, blockNumber, cryptoType, seenAt, wallet }) => ({
        wallet,
        asset: cryptoType,
        amount: formatUnits(amountWei),
        blockNumber,
        seenAt: seenAt.toISOString(),
      }),
    )
  }

  /** @throws deposit_unknown */
  async function find(id: string): Promise<NamedDeposit> {
    const [row] = await selectNamed().where(eq(cryptoDeposits.id, id))
    if (row) return row
    throw new Refusal('deposit_unknown')
  }

  /** Counts pending deposits, and outcomes of the last day; null without a chain. */
  async function state(): Promise<OperatorDepositsState | null> {
    if (instanceId === undefined) return null
    const { cause, confirmations, createdAt, status, txHash } = cryptoDeposits
    const isOfInstance = eq(cryptoDeposits.instanceId, instanceId)
    const ago = (ms: number) => new Date(clock().getTime() - ms)
    const isUndecided = and(
      eq(confirmations, CONFIRMATIONS_NEEDED),
      or(isNotNull(cause), lt(createdAt, ago(DECIDABLE_AFTER_MS))),
    )
    const countIf = (condition: SQL | undefined) =>
      sql<number>`count(*) FILTER (WHERE ${condition})`.mapWith(Number)
    const coinsSum = sql<number>`coalesce(sum(${cryptoDeposits.coins}), 0)`
    const summed = coinsSum.mapWith((sum) => totalCoins(Number(sum)))
    const [[pending], lastDay] = await Promise.all([
      db
        .select({
          waiting: count(),
          waitingCoins: summed,
          oldestWaitingAt: min(createdAt),
          /** Oldest deposit that doesn't wait for the operator. */
          oldestForChainAt: min(
            sql<Date>`CASE WHEN NOT ${isUndecided} THEN ${createdAt} END`,
          ).mapWith(createdAt),
          unattributed: countIf(isNull(txHash)),
          undecided: countIf(isUndecided),
        })
        .from(cryptoDeposits)
        // Leaves out dropped payments.
        .where(and(isOfInstance, eq(status, 'pending'), gt(confirmations, 0))),
      db
        .select({ status, count: count(), coins: summed })
        .from(cryptoDeposits)
        .where(and(isOfInstance, gte(createdAt, ago(DAY_MS))))
        .groupBy(status)
        .orderBy(status),
    ])
    assert(pending !== undefined, 'an aggregate returns one row')
    return {
      ...pending,
      oldestWaitingAt: pending.oldestWaitingAt?.toISOString() ?? null,
      oldestForChainAt: pending.oldestForChainAt?.toISOString() ?? null,
      lastDay,
    }
  }

  function selectNamed() {
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

  function shown(row: NamedDeposit): OperatorDeposit {
    const { amountWei, claimedWei } = row
    const isClaimed = claimedWei === null || claimedWei === amountWei
    return {
      id: row.id,
      userId: row.userId,
      username: row.username,
      wallet: row.wallet,
      asset: row.cryptoType,
      amount: formatUnits(amountWei),
      claimed: isClaimed ? null : formatUnits(claimedWei),
      txHash: row.txHash,
      sender: row.sender,
      blockNumber: row.blockNumber,
      confirmations: row.confirmations,
      coinsPerUnit: row.coinsPerUnit,
      coins: coins(row.coins),
      absorbed: coins(row.absorbed),
      status: row.status,
      reason: row.cause && causeText(row.cause),
      createdAt: row.createdAt.toISOString(),
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
      isHistory: row.instanceId !== instanceId,
      isDecidable: isDecidable(row),
    }
  }

  /**
   * True if the operator may decide: the deposit is confirmed, and exceeds the
   * balance limit, or nodes can't verify it or contradict each other.
   */
  function isDecidable(row: DepositRow): boolean {
    const isConfirmed =
      row.status === 'pending' &&
      row.confirmations === CONFIRMATIONS_NEEDED &&
      row.instanceId === instanceId
    const waitedMs = clock().getTime() - row.createdAt.getTime()
    return isConfirmed && (row.cause !== null || waitedMs > DECIDABLE_AFTER_MS)
  }

  const unattributed = (
    query: Pick<OperatorDepositsQuery, 'before' | 'status'>,
    limit: number,
  ) => page({ ...query, isUnattributed: true }, limit)

  return { page, unattributed, gaps, find, state, shown, isDecidable }
}
