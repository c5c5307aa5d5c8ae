import { OF_THE_STAKE, percentOf } from '../../returns/game-return.ts'
import type { GameKit } from '../game-kit.ts'
import { coinFlip } from './coin-flip.ts'
import { coinFlipLuck, coinFlipReturn } from './coin-flip-return.ts'

export const gameKit: GameKit = {
  game: coinFlip,

  calls: {
    start: (betAmount) => ({
      path: 'coinflip',
      body: { choice: 'heads', betAmount },
    }),
  },

  returns: {
    name: 'coin_flip',
    exactFigures: () => [
      {
        name: 'return',
        value: percentOf(coinFlipReturn()),
        unit: OF_THE_STAKE,
        expected: 99,
      },
    ],
    compared: 'return',
    luckOf: ({ bet, payout }) => coinFlipLuck(bet.betAmount, payout),
  },
}
