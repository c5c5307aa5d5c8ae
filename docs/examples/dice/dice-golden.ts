import { coins, MAX_COINS } from '#core/money/coins.ts'
import {
  describeRounding,
  type GoldenPlan,
  ROUNDINGS,
  toCases,
} from '../../../scripts/golden/plan.ts'
import { dice, diceOutcome, getWin } from './dice.ts'

const WINS = ROUNDINGS.map((rounding) => `won, ${rounding}`)

export const plan: GoldenPlan = {
  game: dice,
  epoch: 5,
  stakes: [1, 2, 3, 10, 49, 100, 999, 123_456_789, Math.floor(MAX_COINS / 99)],
  createBet: (betAmount, index) => ({ betAmount, below: 1 + (index % 98) }),

  /** Covers both sides of the winning limit, and every rounding of a win. */
  cases(round) {
    const bet = dice.bet.parse(round.bet)
    const { roll, payout } = diceOutcome.parse(round.outcome)
    const won =
      payout > 0 ? [`won, ${describeRounding(getWin(bet), payout)}`] : []
    return {
      ...toCases(WINS, won),
      'a roll equal to the number': roll === bet.below,
      'a roll one below the number': roll === bet.below - 1,
    }
  },

  invalid: [
    {
      what: 'a loss:',
      bet: { betAmount: coins(10), below: 50 },
      where: ({ outcome }) => outcome.payout === 0,
      rows: [
        ['bet', 'gameData.bet.below', 0, 99],
        ['outcome', 'gameData.outcome.payout', 19],
      ],
    },
  ],
}
