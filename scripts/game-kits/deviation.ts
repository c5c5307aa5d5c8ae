import { assert } from '#core/assert.ts'
import type { Game } from '#core/games/game.ts'
import type { Deviation } from '#core/games/return-check.ts'
import type { PaidRound } from './game-kit.ts'

export const NO_DEVIATION: Deviation = { coins: 0, variance: 0, largest: 0 }

/** Adds deviations of independent draws, or of draws that follow one another. */
export function addDeviations(one: Deviation, other: Deviation): Deviation {
  return {
    coins: one.coins + other.coins,
    variance: one.variance + other.variance,
    largest: Math.max(one.largest, other.largest),
  }
}

/** Returns the deviation of a round without choices that did not hit the jackpot. */
export function spreadDeviation(
  { expectedReturn: { mean, spread } }: Pick<Game, 'expectedReturn'>,
  { bet: { betAmount }, payout }: Pick<PaidRound, 'bet' | 'payout'>,
): Deviation {
  assert(spread !== undefined, 'a game without choices has a spread')
  return {
    coins: payout - mean * betAmount,
    variance: spread.variance * betAmount ** 2,
    largest: spread.largest * betAmount,
  }
}

/**
 * Returns the deviation of a draw of which only mean and bounds are known. The
 * variance is its upper bound by the Bhatia–Davis inequality.
 */
export function boundedDeviation(
  coins: number,
  { least, mean, most }: { least: number; mean: number; most: number },
): Deviation {
  const variance = (most - mean) * (mean - least)
  return { coins, variance, largest: Math.max(most - mean, mean - least) }
}
