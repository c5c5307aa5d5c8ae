import type { DepositCause } from '#core/deposits/deposit-cause.ts'
import { depositCoins } from '#core/deposits/deposit-coins.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { DepositWriteParts } from '../deposit-parts.ts'
import { quoteCoins, toPosting } from '../deposit-value.ts'
import type { DepositRow } from '../deposits.store.ts'

/** Ends an unattributed deposit whose amount is all attributed to payments. */
const FULLY_ATTRIBUTED = {
  status: 'reversed',
  confirmations: 0,
  cause: { code: 'listed_separately' },
} as const

/** Changed rows, and the player's balance if it changed. */
export type CreditOutcome = {
  rows: readonly DepositRow[]
  balance?: number | undefined
}

/**
 * Creates the attribution of payments that become known after reconciliation
 * recorded their amount as an unattributed deposit. Each takes its amount out
 * of that deposit, so nothing is credited twice.
 */
export function createAttributions({
  accounts,
  ledger,
  site,
  store,
}: DepositWriteParts) {
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
    const unattributed = await accounts.lockUnattributed(tx, payment)
    if (!unattributed) return undefined
    const { cause, confirmations, status } = unattributed
    if (status === 'confirmed') {
      return payment.amountWei < unattributed.amountWei || payment.confirmedAt
        ? creditFromUnattributed(tx, unattributed, payment)
        : convertToPayment(tx, unattributed, payment)
    }
    await reduceUncredited(tx, unattributed, payment)
    if (status !== 'rejected') return undefined
    // Applies the operator's rejection to the payment too.
    const rejected = { ...payment, coins: 0, cause, confirmations, status }
    return { rows: await store.change(tx, [payment.id], rejected) }
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
    const reversed = await accounts.lockAbsorbed(tx, payment)
    if (!reversed) return payment
    const { absorbed, createdAt, id } = reversed
    const row = { ...payment, absorbed, createdAt, id }
    await moveRow(tx, payment, row)
    return row
  }

  /** Takes a payment by the operator account out of its unattributed deposit. */
  async function detach(
    tx: Transaction,
    payment: DepositRow,
  ): Promise<CreditOutcome> {
    const unattributed = await accounts.lockUnattributed(tx, payment)
    if (unattributed?.status === 'confirmed') {
      return reverseCredit(
        tx,
        unattributed,
        payment.amountWei,
        FULLY_ATTRIBUTED.cause,
      )
    }
    if (unattributed) await reduceUncredited(tx, unattributed, payment)
    return { rows: [] }
  }

  /**
   * Takes the coins of part of a locked deposit back. A balance never falls
   * below zero: the rest is absorbed, and recovered if the payment comes back.
   *
   * @param cause of a deposit of which nothing is left.
   */
  async function reverseCredit(
    tx: Transaction,
    before: DepositRow,
    partWei: bigint,
    cause?: DepositCause,
  ): Promise<CreditOutcome> {
    const { debit, rest } = splitDeposit(before, partWei)
    const { absorbed, balance } = await ledger.reverseDeposit(tx, debit)
    const code = absorbed > 0 ? 'partly_reversed' : 'reversed'
    const change = {
      ...rest,
      absorbed: before.absorbed + absorbed,
      ...(rest.status === 'reversed' && { cause: cause ?? { code } }),
    }
    return { rows: await store.change(tx, [rest.id], change), balance }
  }

  /** Takes a payment out of a deposit that has credited nothing. */
  async function reduceUncredited(
    tx: Transaction,
    unattributed: DepositRow,
    { amountWei }: DepositRow,
  ): Promise<void> {
    if (amountWei >= unattributed.amountWei) {
      // Keeps rows that the history or an operator's decision refers to.
      if (unattributed.confirmedAt || unattributed.status === 'rejected')
        await store.change(tx, [unattributed.id], FULLY_ATTRIBUTED)
      else await store.remove(tx, unattributed)
      return
    }
    const { coinsPerUnit, cryptoType, status } = unattributed
    const restWei = unattributed.amountWei - amountWei
    const asset = { ...site.assets[cryptoType], coinsPerUnit }
    const value = status === 'pending' ? quoteCoins(restWei, asset) : {}
    await store.change(tx, [unattributed.id], { ...value, amountWei: restWei })
  }

  /** Turns the unattributed deposit into this payment, which is all of it. */
  async function convertToPayment(
    tx: Transaction,
    unattributed: DepositRow,
    payment: DepositRow,
  ): Promise<CreditOutcome | undefined> {
    const { absorbed, createdAt, id } = unattributed
    const share = getShare(payment, unattributed)
    const row = { ...payment, ...share, absorbed, createdAt, id }
    const amount = row.coins - unattributed.coins
    const credit = { ...toPosting(row), amount, absorbed: 0 }
    const balance = await ledger.creditDeposit(tx, credit)
    if (balance === undefined) return undefined
    return { rows: await moveRow(tx, payment, row), balance }
  }

  /** Replaces another row and the payment's own. */
  async function moveRow(
    tx: Transaction,
    payment: DepositRow,
    row: DepositRow,
  ): Promise<DepositRow[]> {
    await store.remove(tx, payment)
    return store.change(tx, [row.id], row)
  }

  /**
   * Credits the payment and debits the unattributed deposit. Recovers an absorbed
   * loss only as far as the player's balance allows.
   */
  async function creditFromUnattributed(
    tx: Transaction,
    unattributed: DepositRow,
    payment: DepositRow,
  ): Promise<CreditOutcome | undefined> {
    const { debit, rest } = splitDeposit(unattributed, payment.amountWei)
    const share = getShare(payment, unattributed)
    // Assigns the coin lost to rounding to the payment.
    const coins = Math.max(share.coins, debit.amount)
    const status = coins > 0 ? ('confirmed' as const) : share.status
    const balanceBefore = await ledger.lock(tx, payment.userId)
    const spare = balanceBefore + coins - debit.amount
    const absorbed = Math.min(payment.absorbed, coins, spare)
    const credit = { ...toPosting(payment), amount: coins, absorbed }
    const credited = await ledger.creditDeposit(tx, credit)
    if (credited === undefined) return undefined
    const { balance } = await ledger.reverseDeposit(tx, debit)
    const row = {
      ...payment,
      ...share,
      absorbed: payment.absorbed - absorbed,
      coins,
      status,
    }
    const changed = await store.change(tx, [row.id], row)
    const left = await store.change(tx, [rest.id], rest)
    return { rows: [...changed, ...left], balance }
  }

  return { attribute, rowToCredit, detach, reverseCredit }
}

/** Returns a deposit without part of its amount, and the posting for that. */
function splitDeposit(unattributed: DepositRow, partWei: bigint) {
  const amountWei = unattributed.amountWei - partWei
  const isWhole = amountWei <= 0n
  const rest = isWhole
    ? { ...unattributed, ...FULLY_ATTRIBUTED }
    : {
        ...unattributed,
        amountWei,
        ...getShare({ amountWei, cause: null }, unattributed),
      }
  const amount = unattributed.coins - (isWhole ? 0 : rest.coins)
  return { rest, debit: { ...toPosting(unattributed), amount } }
}

/**
 * Returns what part of a credited deposit is worth. The minimum doesn't apply:
 * the unattributed was above it.
 */
function getShare(
  { amountWei, cause }: Pick<DepositRow, 'amountWei' | 'cause'>,
  { coinsPerUnit, confirmations, confirmedAt }: DepositRow,
) {
  const coins = Number(depositCoins(amountWei, coinsPerUnit))
  return {
    coins,
    coinsPerUnit,
    confirmations,
    confirmedAt,
    cause: coins > 0 ? null : cause,
    status: coins > 0 ? ('confirmed' as const) : ('below_minimum' as const),
  }
}
