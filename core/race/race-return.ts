import type { Ratio } from '../money/fair-rounding.ts'
import {
  type GameReturn,
  OF_THE_STAKE,
  percentOf,
} from '../returns/game-return.ts'
import type { Luck } from '../returns/luck.ts'
import { type Tally, tallyOf } from '../returns/tally.ts'
import { horses } from './horses.ts'
import { PAYOUT_HUNDREDTHS, type RaceBet, raceBetExposure } from './race-bet.ts'

/**
 * What comes back of each coin. Exact by symmetry: each step of each horse is
 * one draw of its own, and ties are settled by draws, so that all are equally
 * likely to win. (Only among three level horses a draw favours one over
 * another, by 2^-32.)
 */
function raceReturn(): Ratio {
  return {
    numerator: BigInt(PAYOUT_HUNDREDTHS),
    denominator: 100n * BigInt(horses.length),
  }
}

/** What is told of the race beside the games' figures. */
export const raceFigures = {
  name: 'horse_race',
  compared: 'return',
  exactFigures: () => [
    {
      name: 'return',
      value: percentOf(raceReturn()),
      unit: OF_THE_STAKE,
      expected: 95,
    },
  ],
} satisfies Partial<GameReturn>

/**
 * The luck of all who bet on one race together, as one winner decides for all
 * of them. Void races are no luck: leave them out.
 *
 * @param paid all that the race paid to them, in coins.
 */
export function raceLuck(bets: readonly RaceBet[], paid: number): Luck {
  const payouts = horses.map(({ id }) =>
    payoutsOf(bets.filter(({ horseId }) => horseId === id)),
  )
  const mean = average(payouts.map((one) => one.mean))
  const square = average(payouts.map((one) => one.square))
  const least = Math.min(...payouts.map((one) => one.least))
  const most = Math.max(...payouts.map((one) => one.most))
  return {
    coins: paid - mean,
    variance: square - mean ** 2,
    largest: Math.max(most - mean, mean - least),
  }
}

/** A race that was run, as one round of all who bet on it. @param paid in coins. */
export function raceTally(bets: readonly RaceBet[], paid: number): Tally {
  const staked = sum(bets.map(({ amount }) => amount))
  return tallyOf({ staked, paid, luck: raceLuck(bets, paid) })
}

/** What bets on one horse pay together when it wins: bounds, mean, and mean square. */
function payoutsOf(bets: readonly RaceBet[]) {
  const amounts = bets.map(({ amount }) => amount)
  const mean = (sum(amounts) * PAYOUT_HUNDREDTHS) / 100
  const roundings = amounts.map(roundingVariance)
  const most = sum(amounts.map((amount) => raceBetExposure(amount).payout))
  const least = sum(
    amounts.map((amount) => Math.floor((amount * PAYOUT_HUNDREDTHS) / 100)),
  )
  return { least, most, mean, square: mean ** 2 + sum(roundings) }
}

/** Of a win that is rounded up with the chance of its fraction, each by its own draw. */
function roundingVariance(amount: number): number {
  const fraction = ((amount * PAYOUT_HUNDREDTHS) % 100) / 100
  return fraction * (1 - fraction)
}

function average(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
