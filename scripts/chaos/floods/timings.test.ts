import { expect, test } from 'vitest'
import { percentile } from './timings.ts'

const HUNDRED = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [50, 50],
  [99, 99],
  [100, 100],
])('of 1 to 100, %i percent are not above %i', (percent, value) => {
  expect(percentile(HUNDRED, percent)).toBe(value)
})

test('of few, the longest is the 99th percentile', () => {
  expect(percentile([3, 1, 2], 99)).toBe(3)
})

test('what was never answered is above any bar', () => {
  expect(percentile([], 99)).toBe(Number.POSITIVE_INFINITY)
})
