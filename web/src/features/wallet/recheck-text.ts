import type { Deposit } from '#core/schemas/wallet.ts'
import { amountText } from '../../lib/amount-text.ts'
import { depositText } from '../../lib/deposit-text.ts'

/** What was found of a transaction, in plain words. */
export function recheckText(deposits: readonly Deposit[]): string {
  return deposits.map(foundText).join(' ')
}

function foundText(deposit: Deposit): string {
  return `Found ${amountText(deposit)}. ${depositText(deposit)}`
}
