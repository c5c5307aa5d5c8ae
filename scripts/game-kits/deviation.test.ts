import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import { expectZeroMean } from '#testing/samples/expect-zero-mean.ts'
import {
  addDeviations,
  boundedDeviation,
  spreadDeviation,
} from './deviation.ts'

test('has a mean deviation of 0 over both ends of a flip', () => {
  const bet = { betAmount: coins(50) }
  expectZeroMean(
    [0, 99].map((payout) => ({
      deviation: spreadDeviation(coinFlip, { bet, payout }),
      chance: 0.5,
    })),
  )
})

test('counts the payout above 95 % of a spin as deviation', () => {
  const bet = { betAmount: coins(10) }
  const deviation = spreadDeviation(slots, { bet, payout: 20 })
  expect(deviation.coins).toBeCloseTo(10.5)
  expect(deviation.variance).toBeCloseTo(551.086)
  expect(deviation.largest).toBeCloseTo(490.5)
})

test('adds deviations, and keeps the largest draw', () => {
  const one = { coins: 1, variance: 2, largest: 3 }
  const other = { coins: -4, variance: 5, largest: 1 }
  const sum = { coins: -3, variance: 7, largest: 3 }
  expect(addDeviations(one, other)).toEqual(sum)
})

test.each([
  [0, 0, 4],
  [0, 3, 4],
  [-6, 1, 4],
])('bounds a draw from %d, with mean %d, to %d', (...ends) => {
  const [least, mean, most] = ends
  const chance = (mean - least) / (most - least)
  const variance =
    chance * (most - mean) ** 2 + (1 - chance) * (least - mean) ** 2
  const deviation = boundedDeviation(1, { least, mean, most })
  expect(deviation.coins).toBe(1)
  expect(deviation.variance).toBeCloseTo(variance)
  expect(deviation.largest).toBe(Math.max(most - mean, mean - least))
})
