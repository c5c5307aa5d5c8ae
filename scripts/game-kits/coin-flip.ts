import { coinFlip, PAYOUT_HUNDREDTHS } from '#core/games/coin-flip/coin-flip.ts'
import { type GameKit, OF_THE_STAKE } from './game-kit.ts'

export const kit: GameKit = {
  folder: 'coin-flip',
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
        // 2^31 of 2^32 draws win.
        value: PAYOUT_HUNDREDTHS / 2,
        unit: OF_THE_STAKE,
        expected: 99,
      },
    ],
  },
}
