import type { DepositRow } from './deposits.store.ts'

/** Whose coins a payment moves, and what tells it in their history. */
export function postingOf(row: DepositRow) {
  const { id, userId, cryptoType, amount, txHash } = row
  const metadata = {
    depositId: id,
    asset: cryptoType,
    amount: String(amount),
    txHash,
  }
  return { userId, metadata }
}
