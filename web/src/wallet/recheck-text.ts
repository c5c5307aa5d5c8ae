import type { Deposit, RecheckAnswer } from '#core/api/wallet.ts'
import { amountText } from '../lib/amount-text.ts'
import { depositText } from '../lib/deposit-text.ts'

/** What was found of a transaction, in plain words. */
export function recheckText({ deposits, reconciling }: RecheckAnswer): string {
  if (reconciling) {
    return 'A contract paid your wallet in this block. Your wallet’s balance is checked within a minute, and credited after 6 confirmations.'
  }
  return deposits.map(foundText).join(' ')
}

function foundText(deposit: Deposit): string {
  return `Found ${amountText(deposit)}. ${depositText(deposit)}`
}
