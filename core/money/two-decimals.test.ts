import { expect, test } from 'vitest'
import { twoDecimals } from './two-decimals.ts'

test.each([
  [4_608, 2_500, 1.84],
  [10_725, 1_000, 10.72],
  [2, 3, 0.66],
  [7, 1, 7],
  [1, 1_000, 0],
])('%i over %i shows as %d', (numerator, denominator, shown) => {
  const amount = {
    numerator: BigInt(numerator),
    denominator: BigInt(denominator),
  }
  expect(twoDecimals(amount)).toBe(shown)
})
