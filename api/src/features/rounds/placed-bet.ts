import type { Bet, Game } from '#core/games/game.ts'
import { newId } from '../../platform/ids.ts'

/** A decision whose commit nobody has confirmed. */
type Unconfirmed = { nonce: number; clientSeedId: number; answer: string }

/** A bet on its way: what was asked for, and who waits for the answer. */
export type PlacedBet = {
  /** Made by the engine; becomes the round's and its bet transaction's id. */
  id: string
  userId: string
  game: Game
  bet: Bet
  /** The most the house can lose on it, in coins. */
  risk: number
  request: { key: string; digest: string } | undefined
  /** Milliseconds of the monotonic clock. */
  placedAtMs: number
  /** Decided on its own: in a run it would fail others, or others it. */
  alone: boolean
  /** Decisions that were sent and never confirmed; one may have been kept. */
  unconfirmed: Unconfirmed[]
  /** Neither answered nor refused yet. The first of either counts. */
  readonly isOpen: boolean
  answer(body: string): void
  refuse(error: Error): void
}

/** @returns the bet, and a promise of its answer's JSON text. */
export function placeBet(
  asked: Pick<PlacedBet, 'userId' | 'game' | 'bet' | 'request'>,
  placedAtMs: number,
): { placed: PlacedBet; answered: Promise<string> } {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let isOpen = true
  const placed: PlacedBet = {
    id: newId(),
    ...asked,
    risk: riskOf(asked.game, asked.bet),
    placedAtMs,
    alone: false,
    unconfirmed: [],
    get isOpen() {
      return isOpen
    },
    answer(body) {
      isOpen = false
      resolve(body)
    },
    refuse(error) {
      isOpen = false
      reject(error)
    },
  }
  return { placed, answered: promise }
}

/** The most the house can lose on a bet, in coins. */
export function riskOf(game: Game, bet: Bet): number {
  return Math.max(0, game.largestPayout(bet) - bet.betAmount)
}
