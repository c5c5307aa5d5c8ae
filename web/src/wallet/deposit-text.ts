import type { Deposit, RecheckAnswer } from '#core/api/wallet.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { amountText, coinsText } from '../lib/format.ts'

/** States a deposit's status in a sentence or two. */
export function depositText(deposit: Deposit): string {
  const { coins, confirmations, reason, status } = deposit
  switch (status) {
    case 'pending': {
      const outlook =
        coins === 0
          ? 'It’s too little to be credited.'
          : 'Your coins will arrive automatically.'
      return `${confirmations} of ${CONFIRMATIONS_NEEDED} confirmations. ${reason ?? outlook}`
    }
    case 'confirmed':
      return `You got ${coinsText(coins)}.`
    case 'below_minimum':
      return 'Too little to be credited.'
    case 'rejected':
    case 'reversed':
      return `Not credited. ${reason ?? ''}`.trim()
  }
}

export function recheckText({ deposits, reconciling }: RecheckAnswer): string {
  if (reconciling) {
    return 'A contract paid your wallet in this block. We’ll check your wallet’s balance within a minute and credit it after 6 confirmations.'
  }
  return deposits
    .map((deposit) => `Found ${amountText(deposit)}. ${depositText(deposit)}`)
    .join(' ')
}
