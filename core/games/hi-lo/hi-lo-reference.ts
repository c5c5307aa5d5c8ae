import type { GameReference } from '../game-reference.ts'
import { hiLo } from './hi-lo.ts'
import { hiLoAnswer } from './hi-lo-answer.ts'

export const hiLoReference: GameReference = {
  game: hiLo,
  answer: hiLoAnswer,
  requests: {
    'hilo/start': { summary: 'Start a game', example: { betAmount: 10 } },
    'hilo/play': {
      summary: 'Guess the next card',
      example: { choice: 'higher' },
    },
    'hilo/skip': { summary: 'Skip a card', example: {} },
    'hilo/cashout': { summary: 'Cash out', example: {} },
  },
}
