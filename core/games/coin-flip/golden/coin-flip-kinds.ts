import {
  type GoldenKinds,
  ROUNDINGS,
  roundingOf,
} from '../../../fairness/golden/golden-kinds.ts'
import { coinFlipOutcome, PAYOUT_HUNDREDTHS } from '../coin-flip.ts'

const SIDES = ['heads', 'tails']

/** Each call right and wrong, and every way to round a win. */
export const coinFlipKinds: GoldenKinds = {
  all: SIDES.flatMap((side) => [
    `${side} lost`,
    ...ROUNDINGS.map((rounding) => `${side} won, ${rounding}`),
  ]),

  shownBy({ bet: { betAmount, choice }, outcome }) {
    const { result, payout } = coinFlipOutcome.parse(outcome)
    const win = {
      numerator: BigInt(betAmount) * BigInt(PAYOUT_HUNDREDTHS),
      denominator: 100n,
    }
    return result === choice
      ? [`${choice} won, ${roundingOf(win, payout)}`]
      : [`${choice} lost`]
  },
}
