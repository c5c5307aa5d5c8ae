import type { Hash } from 'viem'
import type { Deposit } from '#core/api/wallet.ts'
import { causeText, type DepositCause } from '#core/deposits/deposit-cause.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { coins } from '#core/money/coins.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import type {
  DepositRow,
  DepositsStore,
  ListedDeposit,
} from './deposits.store.ts'

/** More news of a player at once would keep other players' news waiting. */
const TOLD_AT_ONCE = 20

type TimelineDeps = {
  store: DepositsStore
  clock: Clock
  push: PushToPlayer
  /** Without one there are only old deposits to list. */
  instanceId: number | undefined
}

/** What players see of their deposits. */
export class DepositTimeline {
  readonly #deps: TimelineDeps

  constructor(deps: TimelineDeps) {
    this.#deps = deps
  }

  /** Newest first, all or those of one transaction. */
  async listOf(userId: string, txHash?: Hash): Promise<Deposit[]> {
    const rows = await this.#deps.store.listOf(userId, txHash)
    return rows.map((row) => this.#shown(row))
  }

  /** Lists the player's unattributed deposits that cover a block. */
  async foundAt(userId: string, block: number): Promise<Deposit[]> {
    const { instanceId, store } = this.#deps
    if (instanceId === undefined) return []
    const rows = await store.unattributedAt(userId, { instanceId, block })
    return rows.map((row) => this.#shown(row))
  }

  /** Tells players how far their payments have come. */
  tell(rows: readonly DepositRow[]): void {
    const { clock, push } = this.#deps
    const timestamp = clock().getTime()
    const byPlayer = Map.groupBy(rows, ({ userId }) => userId)
    for (const [userId, theirs] of byPlayer) {
      for (const row of theirs.slice(0, TOLD_AT_ONCE)) {
        push(userId, { type: 'deposit', timestamp, ...progressOf(row) })
      }
    }
  }

  #shown(row: ListedDeposit): Deposit {
    const { instanceId } = this.#deps
    const { chainId, txHash, createdAt, confirmedAt } = row
    const shown = {
      ...progressOf(row),
      chainId,
      txHash,
      createdAt: createdAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
    }
    if (instanceId === undefined || row.instanceId === instanceId) return shown
    // What had not arrived when its chain ended never will.
    const status = row.status === 'pending' ? 'rejected' : row.status
    return { ...shown, status, reason: causeText({ code: 'earlier_chain' }) }
  }
}

function progressOf(row: DepositRow) {
  const { id, amount, claimed, cryptoType, status, confirmations } = row
  const cause = causeOf(row)
  return {
    id,
    amount: unitsOf(amount || (claimed ?? 0n)),
    cryptoType,
    status,
    confirmations,
    coins: coins(row.coins),
    ...(cause && { reason: causeText(cause) }),
  }
}

function causeOf({
  cause,
  confirmations,
  status,
  txHash,
}: DepositRow): DepositCause | null {
  if (status === 'pending' && confirmations === 0) return { code: 'not_shown' }
  return cause ?? (txHash ? null : { code: 'untraced' })
}
