import type { GoldenPlan } from '../../../fairness/golden/golden-plan.ts'
import { MAX_COINS } from '../../../money/coins.ts'
import { PAYOUT_HUNDREDTHS } from '../coin-flip.ts'
import { coinFlipKinds } from './coin-flip-kinds.ts'
import { invalidFlips } from './invalid-flips.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Number(
  (BigInt(MAX_COINS) * 100n) / BigInt(PAYOUT_HUNDREDTHS),
)

export const coinFlipPlan: GoldenPlan = {
  epoch: 1,
  stakes: [1, 2, 3, 10, 49, 50, 51, 100, 999, 123_456_789, LARGEST_STAKE],
  betOf: (betAmount, index) => ({
    betAmount,
    choice: index % 3 === 0 ? 'tails' : 'heads',
  }),
  kinds: coinFlipKinds,
  invalid: invalidFlips,
}
