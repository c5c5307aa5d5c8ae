import { expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { expectZeroMean } from '#testing/samples/expect-zero-mean.ts'
import { coinFlipDeviation } from './coin-flip.ts'

test.each([
  // The chance of each payout, in hundredths.
  [1, { 0: 50, 1: 1, 2: 49 }],
  [50, { 0: 50, 99: 50 }],
  [51, { 0: 50, 100: 1, 101: 49 }],
])('has a mean deviation of 0 at %i coins', (stake, chances) => {
  expectZeroMean(
    Object.entries(chances).map(([payout, hundredths]) => ({
      deviation: coinFlipDeviation(coins(stake), Number(payout)),
      chance: hundredths / 100,
    })),
  )
})

test("bounds a flip's deviation by its win above the mean", () => {
  expect(coinFlipDeviation(coins(50), 99).largest).toBe(49.5)
  expect(coinFlipDeviation(coins(51), 101).largest).toBeCloseTo(50.51)
})
