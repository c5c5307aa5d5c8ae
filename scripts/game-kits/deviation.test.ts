import { expect, test } from 'vitest'
import { addDeviations, boundedDeviation } from './deviation.ts'

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
