import { coins } from '#core/money/coins.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import type { Luck } from '#core/returns/luck.ts'
import { type DiceBet, SIDES, winOf } from './dice.ts'

/** Returns the expected payout per coin of each choice, over all rolls. */
export function diceReturns(): Ratio[] {
  return Array.from({ length: SIDES - 2 }, (_, index) => {
    const below = index + 1
    const win = winOf({ betAmount: coins(1), below })
    return {
      numerator: BigInt(below) * win.numerator,
      denominator: BigInt(SIDES) * win.denominator,
    }
  })
}

/** Returns the luck of a round, given its payout: 0, or the win rounded down or up. */
export function diceLuck({ betAmount, below }: DiceBet, payout: number): Luck {
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
