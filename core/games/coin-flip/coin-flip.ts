import * as z from 'zod/mini'
import { type Draws, WORD_RANGE } from '../../fairness/draws.ts'
import { stake } from '../../money/bet-limits.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { type Ratio, roundFairly, roundUp } from '../../money/fair-rounding.ts'
import type { Game, Played } from '../game.ts'
import { startRequest } from '../requests.ts'
import { roundingExplanation } from '../rounding-explanation.ts'

const side = z.enum(['heads', 'tails'], 'Choose heads or tails')
export type Side = z.infer<typeof side>

const coinFlipBet = z.strictObject({ betAmount: stake, choice: side })
export type CoinFlipBet = z.infer<typeof coinFlipBet>

export const coinFlipOutcome = z.strictObject({
  result: side,
  payout: coinAmount,
})
export type CoinFlipOutcome = z.infer<typeof coinFlipOutcome>

type CoinFlipPosition = { staked: Coins; outcome: CoinFlipOutcome }

/** Payout of a correct call, in hundredths of the stake: a return of 99 %. */
export const PAYOUT_HUNDREDTHS = 198

/** Draw 0 below one half is heads; draw 1 rounds a win to whole coins. */
export const coinFlip = {
  path: 'coinflip',
  gameType: 'Coin Flip' as const,
  rulesVersion: 1,
  expectedReturn: { mean: 0.99, spread: { variance: 0.9801, largest: 1.01 } },
  requests: [
    startRequest(
      {
        path: 'coinflip',
        summary: 'Flip a coin',
        example: { choice: 'heads', betAmount: 10 },
      },
      coinFlipBet,
    ),
  ],
  bet: coinFlipBet,
  outcome: coinFlipOutcome,
  viewFields: { ...coinFlipOutcome.shape, isWin: z.boolean() },

  exposure({ betAmount }) {
    const payout = roundUp(getWin(betAmount))
    return { payout, loss: payout - betAmount }
  },

  start: (bet, draws) => ({
    staked: bet.betAmount,
    outcome: flip(bet, draws),
  }),

  view: ({ outcome }) => ({ ...outcome, isWin: outcome.payout > 0 }),

  describe: ({ payout }) => (payout > 0 ? `Won ${payout} coins` : 'Lost'),

  headline: ({ result }, described) => `${result.toUpperCase()} - ${described}`,

  explain: (round, index) =>
    index === 0
      ? sideExplanation(round)
      : roundingExplanation(getWin(round.bet.betAmount), round.outcome.payout),
} satisfies Game<CoinFlipBet, CoinFlipOutcome, CoinFlipPosition>

function flip(
  { betAmount, choice }: CoinFlipBet,
  draws: Draws,
): CoinFlipOutcome {
  const result = draws(0) < WORD_RANGE / 2 ? 'heads' : 'tails'
  if (result !== choice) return { result, payout: coins(0) }
  return { result, payout: roundFairly(getWin(betAmount), () => draws(1)) }
}

function getWin(betAmount: Coins): Ratio {
  const numerator = BigInt(betAmount) * BigInt(PAYOUT_HUNDREDTHS)
  return { numerator, denominator: 100n }
}

type PlayedFlip = Played<CoinFlipBet, CoinFlipOutcome>

function sideExplanation({ outcome: { result } }: PlayedFlip): string {
  return `${result === 'heads' ? 'below ½' : '½ or more'}: ${result}`
}
