import type { Ask, Bet, Game } from '#core/games/game.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import { type AnsweredRound, hasEnded } from './judge-answer.ts'

/** An answer as it came in. */
export type AskedRound = {
  game: Game
  /** What was asked; nothing where the open round was only looked at. */
  ask?: Ask | undefined
  answer: GameAnswer
}

type Seen = { bet: Bet; answers: readonly GameAnswer[] }

/** What this page asked for and was shown of the rounds that are not over yet. */
export class SeenRounds {
  readonly #open = new Map<string, Seen>()

  /** Keeps an answer until its round is over. @returns it with those before. */
  note({ game, ask, answer }: AskedRound): AnsweredRound {
    const { transactionId } = answer
    const { bet, answers } = this.#open.get(transactionId) ?? {
      bet: startOf(ask) ?? game.bet.parse({ betAmount: answer.betAmount }),
      answers: [],
    }
    if (hasEnded(answer)) this.#open.delete(transactionId)
    else this.#open.set(transactionId, { bet, answers: [...answers, answer] })
    return { game, bet, earlier: answers, ask, answer }
  }
}

/** Of a round found open, nothing is known but its stake. */
function startOf(ask: Ask | undefined): Bet | undefined {
  return ask && 'start' in ask ? ask.start : undefined
}
