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
          ? 'It is too little to bring coins.'
          : 'The coins come by themselves.'
      return `${confirmations} of ${CONFIRMATIONS_NEEDED} confirmations. ${reason ?? outlook}`
    }
    case 'confirmed':
      return `It brought you ${coinsText(coins)}.`
    case 'below_minimum':
      return 'Too little to be credited.'
    case 'rejected':
    case 'reversed':
      return `It brings no coins. ${reason ?? ''}`.trim()
  }
}

export function recheckText({ deposits, reconciling }: RecheckAnswer): string {
  if (reconciling) {
    return 'A contract paid your wallet in this block. Your wallet’s balance is checked within a minute, and credited after 6 confirmations.'
  }
  return deposits
    .map((deposit) => `Found ${amountText(deposit)}. ${depositText(deposit)}`)
    .join(' ')
}
