const SENTENCES = {
  already_found: 'It was found in your wallet earlier, and is listed that way.',
  dropped: 'It is in no block any more: it was dropped or replaced.',
  earlier_chain: 'Earlier chain',
  exceeds_balance: 'More than a balance can hold: the operator decides.',
  from_house: 'Sent by the house itself: it brings no coins.',
  listed_separately: 'It was one of your payments, which is listed separately.',
  never_received: 'Its token claims a transfer that never reached your wallet.',
  no_room: 'It waits until your balance has room for it.',
  not_on_chain: 'The chain shows no such payment.',
  not_shown: 'The chain doesn’t show it right now.',
  partly_reversed:
    'A chain reorganisation removed it, and what was left of its coins was taken back.',
  reorganised: 'A chain reorganisation removed it.',
  reversed: 'A chain reorganisation removed it, and its coins were taken back.',
  untraced:
    'Found in your wallet without a payment of its own: a contract sent it, or it came before the wallet was active.',
}

/** Why a deposit waits or brings no coins, with what its sentence names. */
export type DepositCause =
  | { code: keyof typeof SENTENCES }
  /** @property minimum with its unit, as in `0.01 tBNB`. */
  | { code: 'below_minimum'; minimum: string }
  /** @property reason of the operator. */
  | { code: 'rejected'; reason: string }

/** Says for the player why a deposit waits or brings no coins. */
export function causeText(cause: DepositCause): string {
  if (cause.code === 'below_minimum') {
    return `Below the minimum of ${cause.minimum}`
  }
  if (cause.code === 'rejected') {
    return `The house does not credit it: ${cause.reason}`
  }
  return SENTENCES[cause.code]
}
