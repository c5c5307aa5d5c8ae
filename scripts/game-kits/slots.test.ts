import { expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import {
  jackpotChance,
  jackpotDeviation,
  jackpotReturn,
  spinCensus,
} from './slots.ts'

test('returns 95 % from the reels: 25.45 % of spins win, at most 50 times', () => {
  expect(spinCensus()).toEqual({
    spins: 3_200_000,
    paid: 3_040_000,
    squares: 20_522_756,
    hits: 814_400,
    largest: 50,
  })
})

test.each([
  [1, 0.000_001],
  [10_000, 0.01],
  [20_000, 0.01],
])('hits the jackpot of a stake of %i by %d', (stake, chance) => {
  expect(jackpotChance(coins(stake))).toBe(chance)
  const hit = jackpotDeviation(coins(stake), true)
  const missed = jackpotDeviation(coins(stake), false)
  const mean = chance * hit.coins + (1 - chance) * missed.coins
  expect(mean).toBeCloseTo(0, 12)
  expect(hit.variance).toBeCloseTo(chance * (1 - chance), 12)
  expect(hit.largest).toBe(1)
})

test('returns 100 % at a pot of 50,000 coins', () => {
  expect(jackpotReturn(coins(20_000))).toBe(0.02)
  expect(0.95 + jackpotReturn(coins(50_000))).toBe(1)
})
