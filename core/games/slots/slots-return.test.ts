import { expect, test } from 'vitest'
import { coins } from '../../money/coins.ts'
import {
  jackpotChance,
  jackpotLuck,
  jackpotReturn,
  spinCensus,
  spinLuck,
} from './slots-return.ts'

const census = spinCensus()

test('3,200,000 spins pay 3,040,000 coins, 25.45 % of them, 50 at most', () => {
  expect(census).toMatchObject({
    spins: 3_200_000,
    paid: 3_040_000,
    hits: 814_400,
    largest: 50,
  })
})

test('a spin is lucky by what it paid above 95 %', () => {
  const luck = spinLuck(census, coins(10), 20)
  expect(luck.coins).toBeCloseTo(10.5)
  expect(luck.variance).toBeCloseTo(100 * (census.squares / 3_200_000 - 0.9025))
  expect(luck.largest).toBe(500)
})

test.each([
  [1, 0.000_001],
  [10_000, 0.01],
  [20_000, 0.01],
])('a stake of %i hits the jackpot with %d', (stake, chance) => {
  expect(jackpotChance(coins(stake))).toBe(chance)
  const hit = jackpotLuck(coins(stake), true)
  const missed = jackpotLuck(coins(stake), false)
  expect(chance * hit.coins + (1 - chance) * missed.coins).toBeCloseTo(0, 12)
  expect(hit.variance).toBeCloseTo(chance * (1 - chance), 12)
})

test('a pot of 20,000 coins adds 2 %, one above 50,000 more than the house keeps', () => {
  expect(jackpotReturn(coins(20_000))).toBe(0.02)
  expect(census.paid / census.spins + jackpotReturn(coins(50_000))).toBe(1)
})
