import * as z from 'zod/mini'
import { integerBelow } from '#core/fairness/draws.ts'
import type { Game } from '#core/games/game.ts'
import { startRequest } from '#core/games/requests.ts'
import { stake } from '#core/money/bet-limits.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { type Ratio, roundFairly, roundUp } from '#core/money/fair-rounding.ts'

export const SIDES = 100

/** The player bets that the roll, 0 to 99, is below this. */
const below = z
  .int('Choose a whole number')
  .check(z.minimum(1, 'At least 1'), z.maximum(98, 'At most 98'))

const diceBet = z.strictObject({ betAmount: stake, below })
export type DiceBet = z.infer<typeof diceBet>

export const diceOutcome = z.strictObject({ roll: z.int(), payout: coinAmount })
export type DiceOutcome = z.infer<typeof diceOutcome>

type DicePosition = { staked: Coins; outcome: DiceOutcome }

/** Draw 0 is the roll, draw 1 rounds a win: 99 hundredths of the fair odds. */
export const dice = {
  path: 'dice',
  gameType: 'Dice' as const,
  rulesVersion: 1,
  expectedReturn: { mean: 0.99 },
  requests: [
    startRequest(
      {
        path: 'dice',
        summary: 'Roll the dice',
        example: { betAmount: 10, below: 50 },
      },
      diceBet,
    ),
  ],
  bet: diceBet,
  outcome: diceOutcome,
  viewFields: { ...diceOutcome.shape, isWin: z.boolean() },

  exposure(bet) {
    const payout = roundUp(getWin(bet))
    return { payout, loss: payout - bet.betAmount }
  },

  start(bet, draws) {
    const roll = integerBelow(draws(0), SIDES)
    const isWin = roll < bet.below
    const payout = isWin ? roundFairly(getWin(bet), () => draws(1)) : coins(0)
    return { staked: bet.betAmount, outcome: { roll, payout } }
  },

  view: ({ outcome }) => ({ ...outcome, isWin: outcome.payout > 0 }),

  describe: ({ roll, payout }) =>
    payout > 0 ? `Rolled ${roll}: won ${payout} coins` : `Rolled ${roll}`,

  explain: ({ outcome }, index) =>
    index === 0
      ? `roll ${outcome.roll} of 0 to 99`
      : `the win becomes ${outcome.payout}`,
} satisfies Game<DiceBet, DiceOutcome, DicePosition>

/** Stake × 99 / below: 99 % comes back on average, whatever is chosen. */
export function getWin({ betAmount, below: chances }: DiceBet): Ratio {
  return {
    numerator: BigInt(betAmount) * 99n,
    denominator: BigInt(chances),
  }
}
