import type { GameReference } from '../game-reference.ts'
import { blackjack } from './blackjack.ts'
import { blackjackAnswer } from './blackjack-answer.ts'

export const blackjackReference: GameReference = {
  game: blackjack,
  answer: blackjackAnswer,
  requests: {
    blackjack: {
      summary: 'Deal a hand or play it',
      example: { action: 'deal', betAmount: 10 },
    },
  },
}
