import type { LedgerService } from '../../ledger/ledger.service.ts'
import {
  assetOf,
  type DepositChain,
} from '../../platform/chain/deposit-chain.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Guard } from '../../platform/db/lease.ts'
import { postingOf } from './deposit-posting.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { worthOf } from './deposit-worth.ts'
import type {
  DepositChange,
  DepositRow,
  DepositsStore,
} from './deposits.store.ts'
import { restOf } from './found-parts.ts'
import type { BlockPlace } from './mined-transactions.ts'

type ReversalsDeps = {
  chain: Pick<DepositChain, 'assets'>
  db: Database
  timeline: DepositTimeline
  store: DepositsStore
  ledger: LedgerService
}

export type Reversed = { row: DepositRow; balance: number }

/**
 * Writes down what the chain has made of settled payments: undone, in another
 * block, back. A balance never falls below zero:
 * what is no longer there the house bears, until the payment should come back.
 */
export class DepositReversals {
  readonly #deps: ReversalsDeps

  constructor(deps: ReversalsDeps) {
    this.#deps = deps
  }

  /**
   * Takes a credit back; undefined when the payment has changed meanwhile.
   *
   * @param lackWei how much of a found deposit the wallet no longer has.
   */
  async reverse(
    term: Guard,
    seen: DepositRow,
    lackWei = seen.amount,
  ): Promise<Reversed | undefined> {
    const { db, ledger, store, timeline } = this.#deps
    const reversed = await db.transaction(async (tx) => {
      await term.guard(tx)
      await ledger.lock(tx, seen.userId)
      const before = await store.lock(tx, seen)
      if (!before) return undefined
      const rest = restOf(before, { amount: lackWei })
      const isWhole = rest.status === 'reversed'
      const coins = before.coins - (isWhole ? 0 : rest.coins)
      const debit = { ...postingOf(before), amount: coins }
      const { absorbed, balance } = await ledger.reverseDeposit(tx, debit)
      const code = absorbed > 0 ? 'partly_reversed' : 'reversed'
      const row = {
        ...rest,
        absorbed: before.absorbed + absorbed,
        ...(isWhole && { cause: { code } as const }),
      }
      await store.change(tx, [before.id], row)
      return { row, balance }
    })
    if (reversed) timeline.tell([reversed.row])
    return reversed
  }

  /** Ends a dropped payment that brought nothing yet. */
  end(term: Guard, seen: DepositRow): Promise<void> {
    return this.#change(term, seen, {
      status: 'rejected',
      cause: { code: 'dropped' },
      confirmations: 0,
    })
  }

  /** Notes the other block that a credited payment is in now. */
  move(term: Guard, seen: DepositRow, place: BlockPlace): Promise<void> {
    return this.#change(term, seen, place)
  }

  /**
   * A payment that was undone or denied is on the chain, or one that brought
   * nothing is not: it waits to be settled anew.
   */
  reopen(
    term: Guard,
    seen: DepositRow,
    seenNow: Partial<BlockPlace> & { confirmations: number },
  ): Promise<void> {
    const { amount, coinsPerUnit, cryptoType } = seen
    const asset = assetOf(this.#deps.chain, cryptoType)
    // That it is too little, or too much, is true wherever it is.
    const { cause } = worthOf(amount, { ...asset, coinsPerUnit })
    const waiting = { status: 'pending', cause } as const
    return this.#change(term, seen, { ...seenNow, ...waiting })
  }

  async #change(
    term: Guard,
    seen: DepositRow,
    change: DepositChange,
  ): Promise<void> {
    const { db, store, timeline } = this.#deps
    const changed = await db.transaction(async (tx) => {
      await term.guard(tx)
      const before = await store.lock(tx, seen)
      return before ? store.change(tx, [before.id], change) : []
    })
    timeline.tell(changed)
  }
}
