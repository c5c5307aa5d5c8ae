import type { Deposit } from '#core/api/wallet.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { coinsText } from './format.ts'

/** How a deposit stands, in a sentence or two. */
export function depositText(deposit: Deposit): string {
  const { coins, reason, status } = deposit
  switch (status) {
    case 'pending':
      return `${depthText(deposit)} ${reason ?? comingText(deposit)}`
    case 'confirmed':
      return `It brought you ${coinsText(coins)}.`
    case 'below_minimum':
      return 'Too little to be credited.'
    case 'rejected':
    case 'reversed':
      return `It brings no coins. ${reason ?? ''}`.trim()
  }
}

function depthText({ confirmations }: Deposit): string {
  return `${confirmations} of ${CONFIRMATIONS_NEEDED} confirmations.`
}

function comingText({ coins }: Deposit): string {
  return coins === 0
    ? 'It is too little to bring coins.'
    : 'The coins come by themselves.'
}
