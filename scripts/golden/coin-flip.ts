import { coinFlipKinds } from '#core/fairness/golden/coin-flip-kinds.ts'
import { coinFlip, PAYOUT_HUNDREDTHS } from '#core/games/coin-flip.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import type { GoldenPlan } from './golden-plan.ts'
import { invalidFlips } from './invalid-flips.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Number(
  (BigInt(MAX_COINS) * 100n) / BigInt(PAYOUT_HUNDREDTHS),
)

export const coinFlipPlan: GoldenPlan = {
  file: 'coin-flip.json',
  game: coinFlip,
  epoch: 1,
  stakes: [1, 2, 3, 10, 49, 50, 51, 100, 999, 123_456_789, LARGEST_STAKE],
  betOf: (betAmount, index) => ({
    betAmount,
    choice: index % 3 === 0 ? 'tails' : 'heads',
  }),
  kinds: coinFlipKinds,
  invalid: invalidFlips,
}
