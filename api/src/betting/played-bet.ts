/** A bet that is over. */
export type PlayedBet = {
  /** The code of its record. */
  betId: string
  userId: string
  gameType: string
  /** Total stake and payout, in coins. */
  stake: number
  payout: number
}

/** Called after the commit of each bet that is over; must return at once. */
export type OnPlayed = (bet: PlayedBet) => void
