import type { Ratio } from './fair-rounding.ts'

/**
 * An amount as it is shown, with two decimals at most. Rounded down, so that
 * nothing is shown which is not there.
 */
export function twoDecimals({ numerator, denominator }: Ratio): number {
  return Number((numerator * 100n) / denominator) / 100
}
