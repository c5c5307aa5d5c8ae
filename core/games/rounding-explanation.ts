import type { Coins } from '../money/coins.ts'
import type { Ratio } from '../money/fair-rounding.ts'

const FEWEST_DIGITS = 2
const MOST_DIGITS = 10

/**
 * Explains how a draw settled the fraction of an amount, which must not be
 * whole: `below 0.98: 1.98 becomes 2`.
 */
export function roundingExplanation(amount: Ratio, rounded: Coins): string {
  const whole = amount.numerator / amount.denominator
  const fraction = fractionDigits(amount)
  const became = `${whole}.${fraction} becomes ${rounded}`
  return rounded > whole
    ? `below 0.${fraction}: ${became}`
    : `0.${fraction} or more: ${became}`
}

/** Returns the decimals of an amount; more than ten are cut off with an ellipsis. */
function fractionDigits({ numerator, denominator }: Ratio): string {
  const scaled = (numerator % denominator) * 10n ** BigInt(MOST_DIGITS)
  const digits = String(scaled / denominator).padStart(MOST_DIGITS, '0')
  if (scaled % denominator > 0n) return `${digits}…`
  return digits.replace(/0+$/, '').padEnd(FEWEST_DIGITS, '0')
}
