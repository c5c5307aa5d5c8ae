import type {
  DepositGap,
  OperatorDeposit,
  OperatorDepositsQuery,
} from '#core/api/operator/deposits.ts'
import type { OperatorDepositsState } from '#core/api/operator/overview.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { causeText } from '#core/deposits/deposit-cause.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { coins, totalCoins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { DepositRow } from '../deposits.store.ts'
import {
  type DepositFilter,
  type GapRow,
  type NamedDeposit,
  openDepositListStore,
} from './deposit-list.store.ts'

/** Automatic settlement takes seconds; later ones wait for the operator. */
const DECIDABLE_AFTER_MS = 2 * 60_000
const DAY_MS = 24 * 60 * 60_000

export type DepositListService = ReturnType<typeof openDepositListService>

/** Opens deposits as operators see them. */
export function openDepositListService({
  clock,
  db,
  instanceId,
}: {
  clock: Clock
  db: Database
  /** Undefined without a chain: all deposits are history. */
  instanceId: number | undefined
}) {
  const store = openDepositListStore(db)

  /** Lists deposits, newest first. */
  function page(query: OperatorDepositsQuery, limit: number) {
    const { asset: cryptoType, before, player: userId, status, txHash } = query
    return list({ before, cryptoType, limit, status, txHash, userId })
  }

  /** Lists deposits without a transaction, newest first. */
  function unattributed(
    { before, status }: Pick<OperatorDepositsQuery, 'before' | 'status'>,
    limit: number,
  ): Promise<OperatorDeposit[]> {
    return list({ before, limit, status, isUnattributed: true })
  }

  async function gaps(): Promise<DepositGap[]> {
    if (instanceId === undefined) return []
    return (await store.gaps(instanceId)).map(shownGap)
  }

  /** @throws not_found */
  async function find(id: string): Promise<NamedDeposit> {
    const row = await store.find(id)
    if (row) return row
    throw new Refusal('deposit_unknown')
  }

  /** Counts pending deposits, and outcomes of the last day; null without a chain. */
  async function state(): Promise<OperatorDepositsState | null> {
    if (instanceId === undefined) return null
    const nowMs = clock().getTime()
    const [pending, lastDay] = await Promise.all([
      store.waiting(instanceId, new Date(nowMs - DECIDABLE_AFTER_MS)),
      store.countsSince(instanceId, new Date(nowMs - DAY_MS)),
    ])
    return {
      waiting: pending.waiting,
      waitingCoins: totalCoins(pending.coins),
      oldestWaitingAt: pending.oldestAt?.toISOString() ?? null,
      oldestForChainAt: pending.oldestForChainAt?.toISOString() ?? null,
      unattributed: pending.unattributed,
      undecided: pending.undecided,
      lastDay: lastDay.map((row) => ({ ...row, coins: totalCoins(row.coins) })),
    }
  }

  function shown(row: NamedDeposit): OperatorDeposit {
    const { amountWei, claimedWei } = row
    return {
      id: row.id,
      userId: row.userId,
      username: row.username,
      wallet: row.wallet,
      asset: row.cryptoType,
      amount: unitsOf(amountWei),
      claimed:
        claimedWei === null || claimedWei === amountWei
          ? null
          : unitsOf(claimedWei),
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

  async function list(filter: DepositFilter): Promise<OperatorDeposit[]> {
    const rows = await store.page(filter)
    return rows.map((row) => shown(row))
  }

  return { page, unattributed, gaps, find, state, shown, isDecidable }
}

function shownGap(row: GapRow): DepositGap {
  const { amountWei, blockNumber, cryptoType: asset, wallet } = row
  const seenAt = row.seenAt.toISOString()
  return { wallet, asset, amount: unitsOf(amountWei), blockNumber, seenAt }
}
