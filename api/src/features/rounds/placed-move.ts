import type { Bet, Game } from '#core/games/game.ts'
import { newId } from '../../platform/ids.ts'

/** What a player asks for. */
export type BetRequest = {
  userId: string
  game: Game
  bet: Bet
  request: { key: string; digest: string } | undefined
}

/** A decision whose commit nobody has confirmed. */
type Unconfirmed = { nonce: number; clientSeedId: number; answer: string }

/** A bet on its way: what was asked for, and who waits for the answer. */
export class PlacedBet {
  /** Made by the engine; becomes the round's and its bet transaction's id. */
  readonly id = newId()
  readonly userId: string
  readonly game: Game
  readonly bet: Bet
  readonly request: BetRequest['request']
  /** The most the house can lose on it, in coins. */
  readonly risk: number
  /** Milliseconds of the monotonic clock. */
  readonly placedAtMs: number
  /** Decided on its own: in a run it would fail others, or others it. */
  alone = false
  /** Decisions that were sent and never confirmed; one may have been kept. */
  readonly unconfirmed: Unconfirmed[] = []
  readonly #answered = Promise.withResolvers<string>()
  #isOpen = true

  constructor(asked: BetRequest, placedAtMs: number) {
    this.userId = asked.userId
    this.game = asked.game
    this.bet = asked.bet
    this.request = asked.request
    this.risk = riskOf(asked.game, asked.bet)
    this.placedAtMs = placedAtMs
  }

  /** JSON text of the answer. */
  get answered(): Promise<string> {
    return this.#answered.promise
  }

  /** Neither answered nor refused yet. The first of either counts. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  answer(body: string): void {
    this.#isOpen = false
    this.#answered.resolve(body)
  }

  refuse(error: Error): void {
    this.#isOpen = false
    this.#answered.reject(error)
  }
}

/** The most the house can lose on a bet, in coins. */
export function riskOf(game: Game, bet: Bet): number {
  return Math.max(0, game.exposure(bet).loss)
}
