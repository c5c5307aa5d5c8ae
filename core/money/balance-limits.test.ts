import { expect, test } from 'vitest'
import { Refusal } from '../refusals.ts'
import { largestStake, requireBalance } from './balance-limits.ts'
import { MAX_COINS } from './coins.ts'

const bet = { price: 10, payout: 25 }

test.each([
  { balance: 10, maxLoss: 0, maxGain: 0 },
  { balance: 30, maxLoss: 20, maxGain: 0 },
  { balance: MAX_COINS - 15, maxLoss: 0, maxGain: 0 },
  { balance: MAX_COINS - 20, maxLoss: 0, maxGain: 5 },
])('accepts a bet of 10 that pays 25 with %j', (load) => {
  expect(() => requireBalance(bet, load)).not.toThrow()
})

test.each([
  { balance: 9, maxLoss: 0, maxGain: 0 },
  { balance: 30, maxLoss: 21, maxGain: 0 },
])('refuses a bet above the balance left: %j', (load) => {
  const { balance } = load
  expect(() => requireBalance(bet, load)).toThrow(
    new Refusal('insufficient_coins', { balance, price: 10 }),
  )
})

test.each([
  { balance: MAX_COINS - 14, maxLoss: 0, maxGain: 0 },
  { balance: MAX_COINS - 20, maxLoss: 0, maxGain: 6 },
])('refuses a win above the largest balance: %j', (load) => {
  expect(() => requireBalance(bet, load)).toThrow(new Refusal('balance_limit'))
})

test.each([0, 1, 54, 99])('finds %d as the largest stake covered', (limit) => {
  expect(largestStake(100, (stake) => stake <= limit)).toBe(limit)
})
