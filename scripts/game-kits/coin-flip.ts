import { coinFlip, PAYOUT_HUNDREDTHS } from '#core/games/coin-flip/coin-flip.ts'
import type { Deviation } from '#core/games/return-check.ts'
import type { Coins } from '#core/money/coins.ts'
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
    compared: 'return',
    deviationOf: ({ bet, payout }) => coinFlipDeviation(bet.betAmount, payout),
  },
}

/** Returns the deviation of a flip, given its payout: 0, or the win rounded down or up. */
export function coinFlipDeviation(betAmount: Coins, payout: number): Deviation {
  const win = (betAmount * PAYOUT_HUNDREDTHS) / 100
  const mean = win / 2
  const whole = Math.floor(win)
  const square = whole ** 2 + (2 * whole + 1) * (win - whole)
  return {
    coins: payout - mean,
    variance: square / 2 - mean ** 2,
    largest: Math.ceil(win) - mean,
  }
}
