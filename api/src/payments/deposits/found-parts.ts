import { depositCoins } from '#core/deposits/deposit-coins.ts'
import type { DepositRow } from './deposits.store.ts'

/** What is left of a deposit when all that was found is of known payments. */
export const ENDED = {
  status: 'reversed',
  confirmations: 0,
  cause: { code: 'listed_separately' },
} as const

/** What is left of a found deposit without a part of it. */
export function restOf(
  found: DepositRow,
  payment: Pick<DepositRow, 'amount'>,
): DepositRow {
  const amount = found.amount - payment.amount
  if (amount <= 0n) return { ...found, ...ENDED }
  return { ...found, amount, ...broughtBy({ amount }, found) }
}

/** A part brings its share, also below the minimum: the whole was above it. */
export function broughtBy(
  {
    amount,
    cause = null,
  }: Pick<DepositRow, 'amount'> & Partial<Pick<DepositRow, 'cause'>>,
  { coinsPerUnit, confirmations, confirmedAt }: DepositRow,
) {
  const coins = Number(depositCoins(amount, coinsPerUnit))
  return {
    coins,
    coinsPerUnit,
    confirmations,
    confirmedAt,
    cause: coins > 0 ? null : cause,
    status: coins > 0 ? ('confirmed' as const) : ('below_minimum' as const),
  }
}
