import { coinFlip, PAYOUT_HUNDREDTHS } from '#core/games/coin-flip/coin-flip.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import {
  describeRounding,
  type GoldenPlan,
  ROUNDINGS,
  toCases,
} from './plan.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Number(
  (BigInt(MAX_COINS) * 100n) / BigInt(PAYOUT_HUNDREDTHS),
)

const BET = { betAmount: coins(1), choice: 'heads' }

/** Covers right and wrong calls of each side, and every rounding of a win. */
const CASES = ['heads', 'tails'].flatMap((side) => [
  `${side} lost`,
  ...ROUNDINGS.map((rounding) => `${side} won, ${rounding}`),
])

export const plan: GoldenPlan = {
  game: coinFlip,
  epoch: 1,
  stakes: [1, 2, 3, 10, 49, 50, 51, 100, 999, 123_456_789, LARGEST_STAKE],
  createBet: (betAmount, index) => ({
    betAmount,
    choice: index % 3 === 0 ? 'tails' : 'heads',
  }),

  cases({ bet: { betAmount, choice }, outcome: { payout } }) {
    const numerator = BigInt(betAmount) * BigInt(PAYOUT_HUNDREDTHS)
    const rounding = describeRounding({ numerator, denominator: 100n }, payout)
    const end = payout > 0 ? `won, ${rounding}` : 'lost'
    return toCases(CASES, [`${choice} ${end}`])
  },

  invalid: [
    {
      what: 'a loss:',
      bet: BET,
      where: ({ outcome }) => outcome.payout === 0,
      rows: [
        ['bet', 'gameData.bet.betAmount', LARGEST_STAKE + 1],
        ['bet', 'gameData.bet.choice', undefined, 'edge'],
        ['draws', 'gameData.draws', [0]],
        ['outcome', 'gameData.outcome', { result: 'heads', payout: 2 }],
        ['shown', 'gameData.result', 'heads', undefined],
      ],
    },
    {
      what: 'a win rounded down:',
      bet: BET,
      where: ({ outcome }) => outcome.payout === 1,
      rows: [['outcome', 'gameData.outcome.payout', 2]],
    },
    {
      what: 'a win rounded up:',
      bet: BET,
      where: ({ outcome }) => outcome.payout === 2,
      rows: [['outcome', 'gameData.outcome.payout', 1]],
    },
  ],
}
