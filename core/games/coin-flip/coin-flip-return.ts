import type { Coins } from '../../money/coins.ts'
import type { Ratio } from '../../money/fair-rounding.ts'
import type { Luck } from '../../returns/luck.ts'
import { PAYOUT_HUNDREDTHS } from './coin-flip.ts'

/** Returns the expected payout per coin: 2^31 of 2^32 draws are heads. */
export function coinFlipReturn(): Ratio {
  return { numerator: BigInt(PAYOUT_HUNDREDTHS), denominator: 200n }
}

/** Returns the luck of a round, given its payout: 0, or the win rounded down or up. */
export function coinFlipLuck(betAmount: Coins, payout: number): Luck {
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
