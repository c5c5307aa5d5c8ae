import type { Deviation } from '#core/games/return-check.ts'
import { horses } from '#core/race/horses.ts'
import {
  PAYOUT_HUNDREDTHS,
  type RaceBet,
  raceBetExposure,
} from '#core/race/race-bet.ts'
import { forEachSettledRace } from '../../api/src/betting/races/settled-races.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { type GameReturn, OF_THE_STAKE } from '../game-kits/game-kit.ts'
import { addTallies, NO_ROUNDS, type Tally, toTally } from './tallies.ts'

/**
 * Exact figures of the race. They follow from symmetry: each step of each horse
 * is a draw of its own, and draws settle ties, so all horses are equally likely
 * to win (a tie of three favors one of them by 2^-32).
 */
export const raceFigures = {
  name: 'horse_race',
  exactFigures: () => [
    {
      name: 'return',
      value: PAYOUT_HUNDREDTHS / horses.length,
      unit: OF_THE_STAKE,
      expected: 95,
    },
  ],
} satisfies Partial<GameReturn>

/**
 * Returns the deviation of all bets on a race together, since one winner decides
 * them all. Not for void races.
 *
 * @param paid total payout of the race, in coins.
 */
export function raceDeviation(
  bets: readonly RaceBet[],
  paid: number,
): Deviation {
  const payouts = horses.map(({ id }) =>
    getPayouts(bets.filter(({ horseId }) => horseId === id)),
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

/** Adds up all settled races with bets. */
export async function racesTally(db: Database): Promise<Tally> {
  let tally = NO_ROUNDS
  await forEachSettledRace(db, ({ bets, paid }) => {
    tally = addTallies(tally, raceTally(bets, paid))
  })
  return tally
}

/** Counts a completed race as one round of all its players. @param paid in coins. */
export function raceTally(bets: readonly RaceBet[], paid: number): Tally {
  const staked = sum(bets.map(({ amount }) => amount))
  return toTally({ staked, paid, deviation: raceDeviation(bets, paid) })
}

/** Returns bounds, mean and mean square of the total payout of bets on one horse if it wins. */
function getPayouts(bets: readonly RaceBet[]) {
  const amounts = bets.map(({ amount }) => amount)
  const mean = (sum(amounts) * PAYOUT_HUNDREDTHS) / 100
  const roundings = amounts.map(roundingVariance)
  const most = sum(amounts.map((amount) => raceBetExposure(amount).payout))
  const least = sum(
    amounts.map((amount) => Math.floor((amount * PAYOUT_HUNDREDTHS) / 100)),
  )
  return { least, most, mean, square: mean ** 2 + sum(roundings) }
}

/** Returns the variance of a win that is rounded up with the probability of its fraction. */
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
