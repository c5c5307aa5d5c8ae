import { assert } from '../assert.ts'
import { type Draw, WORD_RANGE } from '../fairness/draws.ts'
import { type Coins, coins } from './coins.ts'

/** Non-negative amount in coins, as an exact ratio of whole numbers. */
export type Ratio = { numerator: bigint; denominator: bigint }

/**
 * Rounds a fractional amount to whole coins by a draw of the same round: up
 * with probability equal to the fraction (to within 2^-32), else down. The
 * expectation is therefore exact at every stake.
 *
 * @param draw called only when the amount has a fraction to settle.
 */
export function roundFairly(amount: Ratio, draw: () => Draw): Coins {
  const { numerator, denominator } = amount
  assert(numerator >= 0n && denominator > 0n, 'a ratio is not negative')
  const whole = numerator / denominator
  const remainder = numerator % denominator
  if (remainder === 0n) return coins(Number(whole))
  const roundsUp = BigInt(draw()) * denominator < remainder * BigInt(WORD_RANGE)
  return coins(Number(roundsUp ? whole + 1n : whole))
}

/**
 * Returns the larger of the two whole amounts that {@link roundFairly} can give.
 * A plain number, since it may exceed the largest balance; it is then inexact.
 */
export function roundUp({ numerator, denominator }: Ratio): number {
  assert(numerator >= 0n && denominator > 0n, 'a ratio is not negative')
  return Number((numerator + denominator - 1n) / denominator)
}

/** Rounds an amount down to two decimals, so that pages never overstate it. */
export function twoDecimals({ numerator, denominator }: Ratio): number {
  return Number((numerator * 100n) / denominator) / 100
}
