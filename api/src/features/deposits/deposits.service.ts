import type { AssetSymbol } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { unitsOf } from '#core/deposits/units.ts'
import { assert } from '#core/errors.ts'
import { coins } from '#core/money/coins.ts'
import type { Deposit } from '#core/schemas/wallet.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Term } from '../../platform/db/lease.ts'
import { newId } from '../../platform/ids.ts'
import type { PushToPlayer } from '../../platform/ws/player-pushes.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { DepositChain } from './deposit-chain.ts'
import { uncredited, worthOf } from './deposit-worth.ts'
import type {
  DepositChange,
  DepositRow,
  DepositsStore,
  ListedDeposit,
  NewDeposit,
} from './deposits.store.ts'
import type { Hint } from './hints.store.ts'

/** A hint about a player's wallet. */
type SeenHint = { hint: Hint; userId: string; confirmations: number }

type Change = { row: DepositRow; change: DepositChange }

/** More news of a player at once would keep other players' news waiting. */
const TOLD_AT_ONCE = 20

const REASONS = {
  unseen: 'The chain does not show it at the moment.',
  earlierChain: 'Earlier chain',
}

type DepositsDeps = {
  db: Database
  store: DepositsStore
  ledger: LedgerService
  clock: Clock
  push: PushToPlayer
  onBalance(userId: string, balance: number): void
  /** Without one there are only old deposits to list. */
  chain: DepositChain | undefined
}

/** What arrived in players' wallets, and the coins it brought. */
export class DepositsService {
  readonly #deps: DepositsDeps

  constructor(deps: DepositsDeps) {
    this.#deps = deps
  }

  /** Newest first. */
  async listOf(userId: string): Promise<Deposit[]> {
    const rows = await this.#deps.store.listOf(userId)
    return rows.map((row) => this.#shown(row))
  }

  /** Keeps payments to players' wallets, some hundred at once at most. */
  async record(term: Term, hints: readonly SeenHint[]): Promise<void> {
    const { db, store } = this.#deps
    const fresh = hints.map((seen) => this.#newDeposit(seen))
    const added = await db.transaction(async (tx) => {
      await term.guard(tx)
      return store.add(tx, fresh)
    })
    this.#tell(added)
  }

  /** Notes what has become of payments that wait. */
  async advance(term: Term, changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const { db, store } = this.#deps
    // Thousands in one block change alike: one statement for all of those.
    const alike = Map.groupBy(changes, ({ change }) =>
      Object.entries(change).join(),
    )
    await db.transaction(async (tx) => {
      await term.guard(tx)
      for (const some of alike.values()) {
        const ids = some.map(({ row }) => row.id)
        await store.changePending(tx, ids, { ...some[0]?.change })
      }
    })
    this.#tell(changes.map(({ row, change }) => ({ ...row, ...change })))
  }

  /**
   * Credits a payment that the chain was seen to have made final, or says why
   * not. Does nothing when it is settled, or has moved to another block.
   *
   * @param amountWei what the chain says was paid.
   */
  async credit(
    term: Term,
    checked: DepositRow,
    amountWei: bigint,
  ): Promise<void> {
    const { db, store, clock, onBalance } = this.#deps
    const done = await db.transaction(async (tx) => {
      await term.guard(tx)
      const before = await store.lockPending(tx, checked)
      if (!before) return undefined
      const correction = this.#correction(before, amountWei)
      const row = { ...before, ...correction }
      const balance = row.coins > 0 ? await this.#post(tx, row) : undefined
      const outcome =
        balance === undefined
          ? uncredited(row)
          : { ...CONFIRMED, confirmedAt: clock() }
      await store.changePending(tx, [row.id], { ...correction, ...outcome })
      return { before, after: { ...row, ...outcome }, balance }
    })
    if (!done) return
    const { before, after, balance } = done
    if (balance !== undefined) onBalance(after.userId, balance)
    if (after.status !== before.status || after.reason !== before.reason) {
      this.#tell([after])
    }
  }

  #post(tx: Transaction, row: DepositRow): Promise<number | undefined> {
    const { id, userId, cryptoType, amount, txHash } = row
    return this.#deps.ledger.deposit(tx, {
      userId,
      amount: row.coins,
      metadata: {
        depositId: id,
        asset: cryptoType,
        amount: String(amount),
        txHash,
      },
    })
  }

  /** What a hint had wrong: the chain alone tells the amount. */
  #correction(row: DepositRow, amount: bigint) {
    if (amount === row.amount) return {}
    const { coinsPerUnit, cryptoType } = row
    const { asset } = this.#termsOf(cryptoType)
    return { amount, ...worthOf(amount, { ...asset, coinsPerUnit }) }
  }

  #termsOf(cryptoType: AssetSymbol) {
    const { chain } = this.#deps
    const asset = chain?.assets.find(({ symbol }) => symbol === cryptoType)
    assert(
      chain !== undefined && asset !== undefined,
      'payments are of our assets',
    )
    return { chain, asset }
  }

  #newDeposit({ hint, userId, confirmations }: SeenHint): NewDeposit {
    const { chain, asset } = this.#termsOf(hint.cryptoType)
    return {
      ...hint,
      id: newId(),
      instanceId: chain.instanceId,
      userId,
      confirmations,
      coinsPerUnit: asset.coinsPerUnit,
      ...worthOf(hint.amount, asset),
    }
  }

  #shown(row: ListedDeposit): Deposit {
    const { chain } = this.#deps
    const { chainId, txHash, createdAt, confirmedAt } = row
    const shown = {
      ...progressOf(row),
      chainId,
      txHash,
      createdAt: createdAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
    }
    if (!chain || row.instanceId === chain.instanceId) return shown
    // What had not arrived when its chain ended never will.
    const status = row.status === 'pending' ? 'rejected' : row.status
    return { ...shown, status, reason: REASONS.earlierChain }
  }

  #tell(rows: readonly DepositRow[]): void {
    const { clock, push } = this.#deps
    const timestamp = clock().getTime()
    const byPlayer = Map.groupBy(rows, ({ userId }) => userId)
    for (const [userId, theirs] of byPlayer) {
      for (const row of theirs.slice(0, TOLD_AT_ONCE)) {
        push(userId, { type: 'deposit', timestamp, ...progressOf(row) })
      }
    }
  }
}

const CONFIRMED = {
  status: 'confirmed',
  confirmations: CONFIRMATIONS_NEEDED,
  reason: null,
} as const

function progressOf(row: DepositRow) {
  const { id, amount, cryptoType, status, confirmations } = row
  const isUnseen = status === 'pending' && confirmations === 0
  const reason = isUnseen ? REASONS.unseen : row.reason
  return {
    id,
    amount: unitsOf(amount),
    cryptoType,
    status,
    confirmations,
    coins: coins(row.coins),
    ...(reason && { reason }),
  }
}
