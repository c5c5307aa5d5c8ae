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
import type { Clock } from '../../platform/clock.ts'
import type {
  DepositFilter,
  DepositListStore,
  GapRow,
  NamedDeposit,
} from './deposit-list.store.ts'
import type { DepositRow } from './deposits.store.ts'

/** What the rules settle by themselves, they settle within seconds. */
const DECIDABLE_AFTER_MS = 2 * 60_000
const DAY_MS = 24 * 60 * 60_000

type ListDeps = {
  store: DepositListStore
  clock: Clock
  /** The present chain's; without one all deposits are history. */
  instanceId: number | undefined
}

/** Deposits as operators see them. */
export class DepositListService {
  readonly #deps: ListDeps

  constructor(deps: ListDeps) {
    this.#deps = deps
  }

  /** Newest first. */
  page(query: OperatorDepositsQuery, limit: number) {
    const { asset: cryptoType, before, player: userId, status, txHash } = query
    return this.#page({ before, cryptoType, limit, status, txHash, userId })
  }

  /** The same of those that no transaction explains. */
  unattributed(
    { before, status }: Pick<OperatorDepositsQuery, 'before' | 'status'>,
    limit: number,
  ): Promise<OperatorDeposit[]> {
    return this.#page({ before, limit, status, isUnattributed: true })
  }

  async gaps(): Promise<DepositGap[]> {
    const { instanceId, store } = this.#deps
    if (instanceId === undefined) return []
    return (await store.gaps(instanceId)).map(shownGap)
  }

  /** @throws not_found */
  async find(id: string): Promise<NamedDeposit> {
    const row = await this.#deps.store.find(id)
    if (row) return row
    throw new Refusal('deposit_unknown')
  }

  /**
   * What waits, and what has come of those of the last day; null without a
   * chain.
   */
  async state(): Promise<OperatorDepositsState | null> {
    const { clock, instanceId, store } = this.#deps
    if (instanceId === undefined) return null
    const nowMs = clock().getTime()
    const [standing, lastDay] = await Promise.all([
      store.waiting(instanceId, new Date(nowMs - DECIDABLE_AFTER_MS)),
      store.countsSince(instanceId, new Date(nowMs - DAY_MS)),
    ])
    return {
      waiting: standing.waiting,
      waitingCoins: totalCoins(standing.coins),
      oldestWaitingAt: standing.oldestAt?.toISOString() ?? null,
      oldestForChainAt: standing.oldestForChainAt?.toISOString() ?? null,
      unattributed: standing.unattributed,
      undecided: standing.undecided,
      lastDay: lastDay.map((row) => ({ ...row, coins: totalCoins(row.coins) })),
    }
  }

  shown(row: NamedDeposit): OperatorDeposit {
    const { amount, claimed } = row
    return {
      id: row.id,
      userId: row.userId,
      username: row.username,
      wallet: row.wallet,
      asset: row.cryptoType,
      amount: unitsOf(amount),
      claimed: claimed === null || claimed === amount ? null : unitsOf(claimed),
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
      isHistory: row.instanceId !== this.#deps.instanceId,
      isDecidable: this.isDecidable(row),
    }
  }

  /**
   * Whether the rules leave a deposit to the operator: it has all its
   * confirmations, and waits for room in a balance, or for what nodes do not
   * say, or contradict each other about.
   */
  isDecidable(row: DepositRow): boolean {
    const { clock, instanceId } = this.#deps
    const isRipe =
      row.status === 'pending' &&
      row.confirmations === CONFIRMATIONS_NEEDED &&
      row.instanceId === instanceId
    const waitedMs = clock().getTime() - row.createdAt.getTime()
    return isRipe && (row.cause !== null || waitedMs > DECIDABLE_AFTER_MS)
  }

  async #page(filter: DepositFilter): Promise<OperatorDeposit[]> {
    const rows = await this.#deps.store.page(filter)
    return rows.map((row) => this.shown(row))
  }
}

function shownGap(row: GapRow): DepositGap {
  const { amount, blockNumber, cryptoType: asset, wallet } = row
  const seenAt = row.seenAt.toISOString()
  return { wallet, asset, amount: unitsOf(amount), blockNumber, seenAt }
}
