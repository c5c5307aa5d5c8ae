const SENTENCES = {
  already_found: 'It was found in your wallet earlier and is already listed.',
  dropped: 'It’s no longer in any block: it was dropped or replaced.',
  earlier_chain: 'Earlier chain',
  exceeds_balance: 'More than a balance can hold. The operator will decide.',
  from_house: 'Sent from one of the casino’s own accounts.',
  listed_separately: 'It was one of your payments, which is listed separately.',
  never_received:
    'The token reported a transfer that never reached your wallet.',
  no_room: 'It’s waiting for room in your balance.',
  not_on_chain: 'This payment isn’t on the chain.',
  not_shown: 'It isn’t on the chain right now.',
  partly_reversed:
    'A chain reorganization removed it, and what was left of its coins was taken back.',
  reorganised: 'A chain reorganization removed it.',
  reversed: 'A chain reorganization removed it, and its coins were taken back.',
  untraced:
    'Found in your wallet without a matching transaction: a contract sent it, or it arrived before the wallet was active.',
}

/** Reason why a deposit waits or brings no coins, with its sentence's parameters. */
export type DepositCause =
  | { code: keyof typeof SENTENCES }
  /** @property minimum with its unit, as in `0.01 tBNB`. */
  | { code: 'below_minimum'; minimum: string }
  /** @property reason of the operator. */
  | { code: 'rejected'; reason: string }

/** Explains to the player why a deposit waits or brings no coins. */
export function causeText(cause: DepositCause): string {
  if (cause.code === 'below_minimum') {
    return `Below the minimum of ${cause.minimum}`
  }
  if (cause.code === 'rejected') {
    return `The operator rejected it: ${cause.reason}`
  }
  return SENTENCES[cause.code]
}
