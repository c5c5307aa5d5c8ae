import { assert } from '../assert.ts'
import { type Draw, WORD_RANGE } from '../fairness/draws.ts'
import { type Coins, coins } from './coins.ts'

/** A non-negative amount as an exact ratio of whole numbers, in coins. */
export type Ratio = { numerator: bigint; denominator: bigint }

/**
 * Rounds a fractional amount to whole coins by a draw of the same round: up
 * with probability equal to the fraction (to within 2^-32), else down. The
 * expectation is therefore exact at every stake.
 *
 * @param draw called only when the amount has a fraction to settle.
 */
export function fairRounded(amount: Ratio, draw: () => Draw): Coins {
  const { numerator, denominator } = amount
  assert(numerator >= 0n && denominator > 0n, 'a ratio is not negative')
  const whole = numerator / denominator
  const remainder = numerator % denominator
  if (remainder === 0n) return coins(Number(whole))
  const roundsUp = BigInt(draw()) * denominator < remainder * BigInt(WORD_RANGE)
  return coins(Number(roundsUp ? whole + 1n : whole))
}

/**
 * The larger of the two whole amounts that {@link fairRounded} can give. Not
 * money yet: it may be more than a balance can hold, and is then only exact
 * enough to say so.
 */
export function roundedUp({ numerator, denominator }: Ratio): number {
  assert(numerator >= 0n && denominator > 0n, 'a ratio is not negative')
  return Number((numerator + denominator - 1n) / denominator)
}

const FEWEST_DIGITS = 2
const MOST_DIGITS = 10

/**
 * How a draw settled the fraction of an amount: `below 0.98: 1.98 becomes 2`.
 * Only of an amount that is no whole number of coins: others need no draw.
 */
export function roundingExplanation(amount: Ratio, rounded: Coins): string {
  const whole = amount.numerator / amount.denominator
  const fraction = fractionDigits(amount)
  const became = `${whole}.${fraction} becomes ${rounded}`
  return rounded > whole
    ? `below 0.${fraction}: ${became}`
    : `0.${fraction} or more: ${became}`
}

/**
 * Behind the point: exact where ten digits are enough, else cut and marked so.
 */
function fractionDigits({ numerator, denominator }: Ratio): string {
  const scaled = (numerator % denominator) * 10n ** BigInt(MOST_DIGITS)
  const digits = String(scaled / denominator).padStart(MOST_DIGITS, '0')
  if (scaled % denominator > 0n) return `${digits}…`
  return digits.replace(/0+$/, '').padEnd(FEWEST_DIGITS, '0')
}

/**
 * An amount as it is shown, with two decimals at most. Rounded down, so that
 * nothing is shown which is not there.
 */
export function twoDecimals({ numerator, denominator }: Ratio): number {
  return Number((numerator * 100n) / denominator) / 100
}
