import type { Deviation } from '#core/games/return-check.ts'
import { coins } from '#core/money/coins.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import { type GameKit, toPercent } from '../../../scripts/game-kits/game-kit.ts'
import { type DiceBet, dice, getWin, SIDES } from './dice.ts'

export const kit: GameKit = {
  folder: 'dice',
  game: dice,

  calls: {
    start: (betAmount) => ({ path: 'dice', body: { betAmount, below: 50 } }),
  },

  returns: {
    name: 'dice',
    exactFigures() {
      const returns = diceReturns().map(toPercent)
      const unit = '% of the stake'
      const [least, most] = [Math.min(...returns), Math.max(...returns)]
      return [
        { name: 'least_return', value: least, unit, expected: 99 },
        { name: 'most_return', value: most, unit, expected: 99 },
      ]
    },
    getDeviation: ({ bet, payout }) =>
      diceDeviation(dice.bet.parse(bet), payout),
  },
}

/** Returns the expected payout per coin of each choice, over all rolls. */
export function diceReturns(): Ratio[] {
  return Array.from({ length: SIDES - 2 }, (_, index) => {
    const below = index + 1
    const win = getWin({ betAmount: coins(1), below })
    return {
      numerator: BigInt(below) * win.numerator,
      denominator: BigInt(SIDES) * win.denominator,
    }
  })
}

/** Returns the deviation of a roll, given its payout: 0, or the win rounded down or up. */
function diceDeviation(
  { betAmount, below }: DiceBet,
  payout: number,
): Deviation {
  const chance = below / SIDES
  const win = (betAmount * 99) / below
  const mean = chance * win
  const whole = Math.floor(win)
  const square = whole ** 2 + (2 * whole + 1) * (win - whole)
  return {
    coins: payout - mean,
    variance: chance * square - mean ** 2,
    largest: Math.max(Math.ceil(win) - mean, mean),
  }
}
