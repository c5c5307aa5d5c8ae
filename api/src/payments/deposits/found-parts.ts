import { depositCoins } from '#core/deposits/deposit-coins.ts'
import type { DepositRow } from './deposits.store.ts'

/** What is left of a deposit when all that was found is of known payments. */
export const ENDED = {
  status: 'reversed',
  confirmations: 0,
  reason: 'It was one of your payments, which is listed by itself.',
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
  { amount, reason = null }: { amount: bigint; reason?: string | null },
  { coinsPerUnit, confirmations, confirmedAt }: DepositRow,
) {
  const coins = Number(depositCoins(amount, coinsPerUnit))
  return {
    coins,
    coinsPerUnit,
    confirmations,
    confirmedAt,
    reason: coins > 0 ? null : reason,
    status: coins > 0 ? ('confirmed' as const) : ('below_minimum' as const),
  }
}
