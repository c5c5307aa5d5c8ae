import { assert } from '#core/assert.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import {
  assetOf,
  type DepositChain,
} from '../../platform/chain/deposit-chain.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { postingOf } from './deposit-posting.ts'
import { worthOf } from './deposit-worth.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'
import { broughtBy, ENDED, restOf } from './found-parts.ts'
import type { UnattributedStore } from './unattributed.store.ts'

type LateDeps = {
  store: DepositsStore
  unattributed: UnattributedStore
  ledger: LedgerService
  chain: DepositChain
}

/** What has become of a payment and of the deposit that it was part of. */
export type Attributed = { rows: DepositRow[]; balance?: number }
export type Released = { rows: DepositRow[]; balance?: number }

/**
 * Payments that become known after their amount was found in the wallet: each
 * takes its amount out of the unattributed deposit that it was part of.
 */
export class LatePayments {
  readonly #deps: LateDeps

  constructor(deps: LateDeps) {
    this.#deps = deps
  }

  /**
   * Has a payment take its part of an unattributed deposit. Its player is
   * locked, or something could be found while it is credited.
   *
   * @returns undefined when it is to be credited like the rest: nothing was
   * found of it, or what was had brought nothing.
   */
  async consume(
    tx: Transaction,
    payment: DepositRow,
  ): Promise<Attributed | undefined> {
    const found = await this.#deps.unattributed.lockFor(tx, payment)
    if (!found) return undefined
    if (found.status === 'rejected') return this.#reject(tx, found, payment)
    if (found.status !== 'confirmed') return this.#shrink(tx, found, payment)
    if (payment.amount < found.amount) return this.#split(tx, found, payment)
    return payment.confirmedAt === null
      ? this.#become(tx, found, payment)
      : this.#replace(tx, found, payment)
  }

  /**
   * The row that a payment is to be credited on: that of what was found, and
   * taken back, if the house still bears some of it. So it can get that back.
   */
  async rowFor(tx: Transaction, payment: DepositRow): Promise<DepositRow> {
    const { store, unattributed } = this.#deps
    const { absorbed: own, coins, txHash } = payment
    if (txHash === null || own > 0 || coins === 0) return payment
    const undone = await unattributed.lockAbsorbed(tx, payment)
    if (!undone) return payment
    await store.remove(tx, payment.id)
    const { id, absorbed, createdAt } = undone
    const known = { ...payment, id, absorbed, createdAt, fromBlock: null }
    await store.change(tx, [id], known)
    return known
  }

  /** Takes a payment of the house itself out of what was found. */
  async release(tx: Transaction, payment: DepositRow): Promise<Released> {
    const { ledger, unattributed } = this.#deps
    const found = await unattributed.lockFor(tx, payment)
    if (!found) return { rows: [] }
    if (found.status !== 'confirmed') {
      await this.#shrink(tx, found, payment)
      return { rows: [] }
    }
    const rest = restOf(found, payment)
    const coins = found.coins - (rest.status === 'reversed' ? 0 : rest.coins)
    const debit = { ...postingOf(found), amount: coins }
    const { balance, absorbed } = await ledger.reverseDeposit(tx, debit)
    const known = { ...rest, absorbed: found.absorbed + absorbed }
    return { rows: await this.#keep(tx, [known]), balance }
  }

  /** What an operator rejected brings nothing either once it is explained. */
  async #reject(
    tx: Transaction,
    found: DepositRow,
    payment: DepositRow,
  ): Promise<Attributed> {
    await this.#shrink(tx, found, payment)
    const { cause, confirmations, status } = found
    const known = { ...payment, coins: 0, cause, confirmations, status }
    return { rows: await this.#keep(tx, [known]) }
  }

  async #shrink(
    tx: Transaction,
    found: DepositRow,
    { amount }: DepositRow,
  ): Promise<undefined> {
    const { chain, store } = this.#deps
    if (amount >= found.amount) {
      // What tells of it stays: its coins' history, or an operator's decision.
      if (found.confirmedAt || found.status === 'rejected')
        await store.change(tx, [found.id], ENDED)
      else await store.remove(tx, found.id)
      return
    }
    const { coinsPerUnit, cryptoType, status } = found
    const asset = assetOf(chain, cryptoType)
    const rest = found.amount - amount
    const worth = worthOf(rest, { ...asset, coinsPerUnit })
    const change = status === 'pending' ? worth : {}
    await store.change(tx, [found.id], { ...change, amount: rest })
  }

  /** What was found keeps the rest; together they bring what it brought. */
  async #split(
    tx: Transaction,
    found: DepositRow,
    payment: DepositRow,
  ): Promise<Attributed | undefined> {
    const rest = restOf(found, payment)
    // Of two fractions of a coin that make one, the payment has both.
    const coins = found.coins - rest.coins
    const known = { ...payment, ...broughtBy(payment, found), coins }
    const status = coins > 0 ? ('confirmed' as const) : known.status
    return this.#exchange(tx, { ...known, status }, { before: found, rest })
  }

  /** All that was found is of this payment: the deposit is now known as it. */
  async #become(
    tx: Transaction,
    found: DepositRow,
    payment: DepositRow,
  ): Promise<Attributed | undefined> {
    const { ledger, store } = this.#deps
    const { amount, blockHash, blockNumber, claimed } = payment
    const { ordinal, sender, txHash } = payment
    const traces = { blockHash, blockNumber, claimed, ordinal, sender, txHash }
    const { coins } = broughtBy(payment, found)
    const known = { ...found, ...traces, amount, coins, fromBlock: null }
    const more = {
      ...postingOf(known),
      amount: coins - found.coins,
      absorbed: 0,
    }
    const balance = await ledger.creditDeposit(tx, more)
    if (balance === undefined) return undefined
    await store.remove(tx, payment.id)
    return { rows: await this.#keep(tx, [known]), balance }
  }

  /** Its own row brings coins again, which it had done before a reversal. */
  #replace(
    tx: Transaction,
    found: DepositRow,
    payment: DepositRow,
  ): Promise<Attributed | undefined> {
    const whole = { ...payment, ...broughtBy(payment, found) }
    const rest = { ...found, ...ENDED }
    return this.#exchange(tx, whole, { before: found, rest })
  }

  /**
   * Gives what the payment brings, and takes it from what was found. The house
   * gets back what it bore only as far as the player's balance reaches.
   */
  async #exchange(
    tx: Transaction,
    payment: DepositRow,
    { before, rest }: { before: DepositRow; rest: DepositRow },
  ): Promise<Attributed | undefined> {
    const { ledger } = this.#deps
    const kept = rest.status === 'reversed' ? 0 : rest.coins
    const debit = { ...postingOf(before), amount: before.coins - kept }
    assert(payment.coins >= debit.amount, 'no less is given than is taken')
    const had = await ledger.lock(tx, payment.userId)
    const spare = had + payment.coins - debit.amount
    const absorbed = Math.min(payment.absorbed, payment.coins, spare)
    const credit = { ...postingOf(payment), amount: payment.coins, absorbed }
    const raised = await ledger.creditDeposit(tx, credit)
    if (raised === undefined) return undefined
    const { balance } = await ledger.reverseDeposit(tx, debit)
    const known = { ...payment, absorbed: payment.absorbed - absorbed }
    return { rows: await this.#keep(tx, [known, rest]), balance }
  }

  async #keep(
    tx: Transaction,
    rows: readonly DepositRow[],
  ): Promise<DepositRow[]> {
    const kept: DepositRow[] = []
    for (const row of rows) {
      kept.push(...(await this.#deps.store.change(tx, [row.id], row)))
    }
    return kept
  }
}
