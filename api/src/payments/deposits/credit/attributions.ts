import { assert } from '#core/assert.ts'
import type { LedgerService } from '../../../ledger/ledger.service.ts'
import type { DepositChain } from '../../../platform/chain/deposit-chain.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { DepositRow, DepositsStore } from '../deposits.store.ts'
import type { UnattributedStore } from '../unattributed.store.ts'
import {
  coinsOf,
  FULLY_ATTRIBUTED,
  postingOf,
  remainderOf,
  shareOf,
} from './deposit-value.ts'

/** Changed rows, and the player's balance if it changed. */
export type CreditOutcome = {
  rows: readonly DepositRow[]
  balance?: number | undefined
}

export type Attributions = ReturnType<typeof openAttributions>

/**
 * Opens the attribution of payments that become known after reconciliation
 * recorded their amount as an unattributed deposit. Each takes its amount out
 * of that deposit, so nothing is credited twice.
 */
export function openAttributions({
  chain,
  ledger,
  store,
  unattributed,
}: {
  chain: DepositChain
  ledger: LedgerService
  store: DepositsStore
  unattributed: UnattributedStore
}) {
  /**
   * Attributes part of an unattributed deposit to a payment. The caller has
   * locked the player, so reconciliation can't run at the same time.
   *
   * @returns undefined to credit the payment normally: it is part of no
   * unattributed deposit, or of one that has credited nothing.
   */
  async function attribute(
    tx: Transaction,
    payment: DepositRow,
  ): Promise<CreditOutcome | undefined> {
    const whole = await unattributed.lockFor(tx, payment)
    if (!whole) return undefined
    if (whole.status === 'rejected') return reject(tx, whole, payment)
    if (whole.status !== 'confirmed') return shrink(tx, whole, payment)
    if (payment.amountWei < whole.amountWei) return split(tx, whole, payment)
    return payment.confirmedAt === null
      ? adopt(tx, whole, payment)
      : replace(tx, whole, payment)
  }

  /**
   * Returns the row to credit a payment on: a reversed unattributed deposit
   * with an absorbed loss if there is one, so that the loss is recovered.
   */
  async function rowToCredit(
    tx: Transaction,
    payment: DepositRow,
  ): Promise<DepositRow> {
    const { absorbed: own, coins, txHash } = payment
    if (txHash === null || own > 0 || coins === 0) return payment
    const reversed = await unattributed.lockAbsorbed(tx, payment)
    if (!reversed) return payment
    await store.remove(tx, payment.id)
    const { id, absorbed, createdAt } = reversed
    const row = { ...payment, id, absorbed, createdAt, fromBlock: null }
    await store.change(tx, [id], row)
    return row
  }

  /** Takes a payment by the house out of its unattributed deposit. */
  async function release(
    tx: Transaction,
    payment: DepositRow,
  ): Promise<CreditOutcome> {
    const whole = await unattributed.lockFor(tx, payment)
    if (!whole) return { rows: [] }
    if (whole.status !== 'confirmed') {
      await shrink(tx, whole, payment)
      return { rows: [] }
    }
    const rest = remainderOf(whole, payment)
    const coins = whole.coins - (rest.status === 'reversed' ? 0 : rest.coins)
    const debit = { ...postingOf(whole), amount: coins }
    const { balance, absorbed } = await ledger.reverseDeposit(tx, debit)
    const row = { ...rest, absorbed: whole.absorbed + absorbed }
    return { rows: await store.change(tx, [row.id], row), balance }
  }

  /** Applies the operator's rejection to the payment too. */
  async function reject(
    tx: Transaction,
    whole: DepositRow,
    payment: DepositRow,
  ): Promise<CreditOutcome> {
    await shrink(tx, whole, payment)
    const { cause, confirmations, status } = whole
    const row = { ...payment, coins: 0, cause, confirmations, status }
    return { rows: await store.change(tx, [row.id], row) }
  }

  async function shrink(
    tx: Transaction,
    whole: DepositRow,
    { amountWei }: DepositRow,
  ): Promise<undefined> {
    if (amountWei >= whole.amountWei) {
      // Keeps rows that the history or an operator's decision refers to.
      if (whole.confirmedAt || whole.status === 'rejected')
        await store.change(tx, [whole.id], FULLY_ATTRIBUTED)
      else await store.remove(tx, whole.id)
      return
    }
    const { coinsPerUnit, cryptoType, status } = whole
    const asset = chain.assets[cryptoType]
    const restWei = whole.amountWei - amountWei
    const value = coinsOf(restWei, { ...asset, coinsPerUnit })
    const change = status === 'pending' ? value : {}
    await store.change(tx, [whole.id], { ...change, amountWei: restWei })
  }

  /** Splits a credited deposit; both parts together keep its coins. */
  async function split(
    tx: Transaction,
    whole: DepositRow,
    payment: DepositRow,
  ): Promise<CreditOutcome | undefined> {
    const rest = remainderOf(whole, payment)
    // Assigns the coin lost to rounding to the payment.
    const coins = whole.coins - rest.coins
    const part = { ...payment, ...shareOf(payment, whole), coins }
    const status = coins > 0 ? ('confirmed' as const) : part.status
    return exchange(tx, { ...part, status }, { before: whole, rest })
  }

  /** Turns the unattributed deposit into this payment, which is all of it. */
  async function adopt(
    tx: Transaction,
    whole: DepositRow,
    payment: DepositRow,
  ): Promise<CreditOutcome | undefined> {
    const { amountWei, blockHash, blockNumber, claimedWei } = payment
    const { ordinal, sender, txHash } = payment
    const { coins } = shareOf(payment, whole)
    const row = {
      ...whole,
      amountWei,
      blockHash,
      blockNumber,
      claimedWei,
      coins,
      fromBlock: null,
      ordinal,
      sender,
      txHash,
    }
    const amount = coins - whole.coins
    const credit = { ...postingOf(row), amount, absorbed: 0 }
    const balance = await ledger.creditDeposit(tx, credit)
    if (balance === undefined) return undefined
    await store.remove(tx, payment.id)
    return { rows: await store.change(tx, [row.id], row), balance }
  }

  /** Credits the payment's own row again, which was reversed before. */
  function replace(
    tx: Transaction,
    whole: DepositRow,
    payment: DepositRow,
  ): Promise<CreditOutcome | undefined> {
    const row = { ...payment, ...shareOf(payment, whole) }
    const rest = { ...whole, ...FULLY_ATTRIBUTED }
    return exchange(tx, row, { before: whole, rest })
  }

  /**
   * Credits the payment and debits the unattributed deposit. The house recovers
   * its absorbed loss only as far as the player's balance allows.
   */
  async function exchange(
    tx: Transaction,
    payment: DepositRow,
    { before, rest }: { before: DepositRow; rest: DepositRow },
  ): Promise<CreditOutcome | undefined> {
    const restCoins = rest.status === 'reversed' ? 0 : rest.coins
    const debit = { ...postingOf(before), amount: before.coins - restCoins }
    assert(payment.coins >= debit.amount, 'the credit covers the debit')
    const lockedBalance = await ledger.lock(tx, payment.userId)
    const spare = lockedBalance + payment.coins - debit.amount
    const absorbed = Math.min(payment.absorbed, payment.coins, spare)
    const credit = { ...postingOf(payment), amount: payment.coins, absorbed }
    const credited = await ledger.creditDeposit(tx, credit)
    if (credited === undefined) return undefined
    const { balance } = await ledger.reverseDeposit(tx, debit)
    const row = { ...payment, absorbed: payment.absorbed - absorbed }
    const rows = [
      ...(await store.change(tx, [row.id], row)),
      ...(await store.change(tx, [rest.id], rest)),
    ]
    return { rows, balance }
  }

  return { attribute, rowToCredit, release }
}
