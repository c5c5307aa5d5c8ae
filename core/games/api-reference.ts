import type { GameReference } from '../api/rounds.ts'
import { blackjack } from './blackjack/blackjack.ts'
import { blackjackAnswer } from './blackjack/blackjack-answer.ts'
import { coinFlip } from './coin-flip/coin-flip.ts'
import { coinFlipAnswer } from './coin-flip/coin-flip-answer.ts'
import type { Game } from './game.ts'
import { hiLo } from './hi-lo/hi-lo.ts'
import { hiLoAnswer } from './hi-lo/hi-lo-answer.ts'
import { slotAnswer } from './slots/slot-answer.ts'
import { slots } from './slots/slots.ts'

/** Descriptions of all games in the API reference. */
const references: readonly GameReference[] = [
  {
    game: coinFlip,
    answer: coinFlipAnswer,
    requests: {
      coinflip: {
        summary: 'Flip a coin',
        example: { choice: 'heads', betAmount: 10 },
      },
    },
  },
  {
    game: slots,
    answer: slotAnswer,
    requests: {
      slot: { summary: 'Spin the reels', example: { betAmount: 10 } },
    },
  },
  {
    game: blackjack,
    answer: blackjackAnswer,
    requests: {
      blackjack: {
        summary: 'Deal a hand or play it',
        example: { action: 'deal', betAmount: 10 },
      },
    },
  },
  {
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
  },
]

/** Finds a game's description in the API reference; undefined if it has none. */
export function referenceOf(game: Game): GameReference | undefined {
  return references.find((reference) => reference.game === game)
}
