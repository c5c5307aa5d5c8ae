import type { GameReference } from '../game-reference.ts'
import { coinFlip } from './coin-flip.ts'
import { coinFlipAnswer } from './coin-flip-answer.ts'

export const coinFlipReference: GameReference = {
  game: coinFlip,
  answer: coinFlipAnswer,
  requests: {
    coinflip: {
      summary: 'Flip a coin',
      example: { choice: 'heads', betAmount: 10 },
    },
  },
}
