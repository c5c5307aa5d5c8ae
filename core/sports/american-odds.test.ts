import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { coins, MAX_COINS } from '../money/coins.ts'
import {
  getLargestStake,
  getProfit,
  impliedProbability,
  isPrice,
  priceImplying,
} from './american-odds.ts'
import { largestCoveredStake } from './terms.ts'

const anyPrice = fc
  .integer({ min: 100, max: 100_000 })
  .chain((size) => fc.constantFrom(size, -size))

test.each([
  [10, 150, 15],
  [10, -150, 6],
  [100, -110, 90],
  [1, -110, 0],
  [1, 100, 1],
  [MAX_COINS, 100, MAX_COINS],
])('%d coins at %d win %d, rounded down', (stake, price, profit) => {
  expect(getProfit(coins(stake), price)).toBe(profit)
})

test.each([
  0,
  99,
  -99,
  110.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '110',
  null,
])('rejects %s as a price', (value) => {
  expect(isPrice(value)).toBe(false)
})

test('throws for invalid prices and probabilities', () => {
  expect(() => impliedProbability(99)).toThrow('odds are American')
  expect(() => getProfit(coins(1), 99)).toThrow('odds are American')
  for (const sure of [0, 1]) {
    expect(() => priceImplying(sure)).toThrow('above 0 and below 1')
  }
})

test('property: splitting a stake never wins more', () => {
  const stake = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(anyPrice, stake, stake, (price, one, other) => {
      const apart =
        getProfit(coins(one), price) + getProfit(coins(other), price)
      expect(apart).toBeLessThanOrEqual(getProfit(coins(one + other), price))
    }),
  )
})

test('property: only stakes up to the largest one stay within the profit', () => {
  const profit = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(anyPrice, profit, (price, most) => {
      const stake = getLargestStake(price, most)
      expect(getProfit(coins(stake), price)).toBeLessThanOrEqual(most)
      expect(getProfit(coins(stake + 1), price)).toBeGreaterThan(most)
    }),
  )
})

test('property: a price implies at least the probability it was made for', () => {
  const chance = fc.double({ min: 0.002, max: 0.998, noNaN: true })
  fc.assert(
    fc.property(chance, (probability) => {
      const price = priceImplying(probability)
      expect(isPrice(price)).toBe(true)
      const implied = impliedProbability(price)
      expect(implied).toBeGreaterThanOrEqual(probability - 1e-12)
      expect(implied).toBeLessThan(probability + 0.0035)
    }),
  )
})

const LIMITS = { ofPlayer: 2, ofAll: 50 }
const standing = {
  bankroll: 90_000,
  free: 80_000,
  pending: { ofPlayer: 0, ofAll: 0 },
}

test.each([
  ['a player’s share', standing, 1_800],
  ['what is left of it', { pending: { ofPlayer: 1_500, ofAll: 1_500 } }, 300],
  ['what all have left', { pending: { ofPlayer: 0, ofAll: 44_900 } }, 100],
  ['what is free', { free: 50 }, 50],
  ['nothing', { free: -5 }, 0],
])('the largest stake at even odds is %s', (_what, change, stake) => {
  const now = { ...standing, ...change }
  expect(largestCoveredStake(100, now, LIMITS)).toBe(stake)
})

test('allows a larger stake on a favorite', () => {
  expect(largestCoveredStake(-200, standing, LIMITS)).toBe(3_601)
})
