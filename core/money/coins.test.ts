import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { coins, MAX_COINS, totalCoins } from './coins.ts'

test.each([0, 1, 1_000, MAX_COINS])('%d is money', (amount) => {
  expect(coins(amount)).toBe(amount)
})

test.each([
  -1,
  0.5,
  MAX_COINS + 1,
  2 ** 64,
  Number.POSITIVE_INFINITY,
  Number.NaN,
])('%d is none', (amount) => {
  expect(() => coins(amount)).toThrow('coins are whole')
})

test('property: whatever passes is a whole number that a balance can hold', () => {
  fc.assert(
    fc.property(fc.double(), (amount) => {
      const isMoney = Number.isInteger(amount) && amount >= 0
      if (isMoney && amount <= MAX_COINS) expect(coins(amount)).toBe(amount)
      else expect(() => coins(amount)).toThrow()
    }),
  )
})

test('what many have together is told up to the largest balance', () => {
  expect(totalCoins(0)).toBe(0)
  expect(totalCoins(MAX_COINS)).toBe(MAX_COINS)
  expect(totalCoins(2 * MAX_COINS)).toBe(MAX_COINS)
  expect(() => totalCoins(-1)).toThrow('coins are whole')
  expect(() => totalCoins(Number.NaN)).toThrow('coins are whole')
})
