/** Bets that the feed shows of a second, at most: more can not be read. */
export const BETS_A_SECOND = 10

/** A bet that is over, as whoever took it knows it. */
export type PlayedBet = {
  /** The code of its record. */
  betId: string
  userId: string
  gameType: string
  /** All that went into it, and all that came back, in coins. */
  stake: number
  payout: number
}

/**
 * A few of the bets that end between two looks, however many do: one of each
 * player, the one that gained the most.
 */
export class BetSample {
  #bets = new Map<string, PlayedBet>()

  add(bet: PlayedBet): void {
    const kept = this.#bets.get(bet.userId)
    const isShown = kept
      ? gainOf(bet) > gainOf(kept)
      : this.#bets.size < BETS_A_SECOND
    if (isShown) this.#bets.set(bet.userId, bet)
  }

  /** What was collected since the last call. */
  take(): PlayedBet[] {
    const taken = [...this.#bets.values()]
    this.#bets = new Map()
    return taken
  }
}

function gainOf({ stake, payout }: PlayedBet): number {
  return payout - stake
}
