import type { PlayedBet } from '../../betting/played-bet.ts'
/** Largest number of bets shown per second; more can't be read. */
export const BETS_A_SECOND = 10

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

  /** Returns the sample collected since the last call. */
  take(): PlayedBet[] {
    const taken = [...this.#bets.values()]
    this.#bets = new Map()
    return taken
  }
}

function gainOf({ stake, payout }: PlayedBet): number {
  return payout - stake
}
