import { knownTrouble } from '../wallet-trouble.ts'

/** Nodes word it each in their own way, and wallets pass it on. */
const LACKS_FUNDS =
  /insufficient (funds|balance)|enough funds|exceeds (the )?balance/i

/** It may have been paid. */
export const UNCLEAR =
  'Your wallet did not say whether it sent the payment. Check its activity before you try again: a sent payment becomes coins by itself.'

/** What went wrong with a payment, and what to do about it. */
export function paymentTrouble(error: Error): string {
  if (LACKS_FUNDS.test(saidBy(error))) {
    return 'This wallet has too little for the amount and the network’s fee. Send less, or get some first.'
  }
  return knownTrouble(error) ?? UNCLEAR
}

function saidBy(error: unknown): string {
  if (!(error instanceof Object)) return ''
  const message = 'message' in error ? String(error.message) : ''
  const cause = 'cause' in error ? saidBy(error.cause) : ''
  return `${message} ${cause}`
}
