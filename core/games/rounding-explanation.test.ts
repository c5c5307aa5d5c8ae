import { expect, test } from 'vitest'
import { coins } from '../money/coins.ts'
import { roundingExplanation } from './rounding-explanation.ts'

const TEN_BILLION = 10n ** 10n

test.each([
  [[198n, 100n], 2, 'below 0.98: 1.98 becomes 2'],
  [[198n, 100n], 1, '0.98 or more: 1.98 becomes 1'],
  [[297n, 10n], 29, '0.70 or more: 29.70 becomes 29'],
  [[1_287n, 1_200n], 2, 'below 0.0725: 1.0725 becomes 2'],
  [[1n, 3n], 0, '0.3333333333… or more: 0.3333333333… becomes 0'],
  [[1n, TEN_BILLION], 1, 'below 0.0000000001: 0.0000000001 becomes 1'],
  [[3n, 2n * TEN_BILLION], 1, 'below 0.0000000001…: 0.0000000001… becomes 1'],
  [[7n, 3n * TEN_BILLION], 0, '0.0000000002… or more: 0.0000000002… becomes 0'],
] as const)('explains how %o becomes %d', (ratio, rounded, explanation) => {
  const [numerator, denominator] = ratio
  const amount = { numerator, denominator }
  expect(roundingExplanation(amount, coins(rounded))).toBe(explanation)
})
