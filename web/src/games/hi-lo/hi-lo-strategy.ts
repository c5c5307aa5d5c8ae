import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'

/** How an autobet plays its rounds. */
export interface Strategy {
  side: 'bolder' | 'likelier'
  /** Right guesses after which it takes what it has won. */
  cashOutAfter: number
}

export type Move = { is: 'cashOut' } | { is: 'guess'; choice: Guess }

/** What a strategy does in an open round. Of two equal chances it takes higher. */
export function moveBy(
  { side, cashOutAfter }: Strategy,
  round: Pick<
    HiLoAnswer,
    | 'consecutiveWins'
    | 'higherProbability'
    | 'legalActions'
    | 'lowerProbability'
  >,
): Move {
  const { consecutiveWins, legalActions } = round
  if (consecutiveWins >= cashOutAfter && legalActions.includes('cashout')) {
    return { is: 'cashOut' }
  }
  const lead = round.higherProbability - round.lowerProbability
  const isHigher = lead === 0 || lead > 0 === (side === 'likelier')
  return { is: 'guess', choice: isHigher ? 'higher' : 'lower' }
}
