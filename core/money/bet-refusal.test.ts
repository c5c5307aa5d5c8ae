import { expect, test } from 'vitest'
import { balanceRefusal, houseLimitRefusal } from './bet-refusal.ts'
import { MAX_COINS } from './coins.ts'

const bet = { price: 10, payout: 25 }

test.each([
  { balance: 10, staked: 0, gain: 0 },
  { balance: 30, staked: 20, gain: 0 },
  { balance: MAX_COINS - 15, staked: 0, gain: 0 },
  { balance: MAX_COINS - 20, staked: 0, gain: 5 },
])('accepts a bet of 10 that pays 25 with %j', (load) => {
  expect(balanceRefusal(bet, load)).toBeUndefined()
})

test.each([
  { balance: 9, staked: 0, gain: 0 },
  { balance: 30, staked: 21, gain: 0 },
])('refuses a bet above the balance left: %j', (load) => {
  expect(balanceRefusal(bet, load)).toMatchObject({
    code: 'insufficient_coins',
    message: `This bet takes 10 coins and you have ${load.balance}.`,
    details: { balance: load.balance },
  })
})

test.each([
  { balance: MAX_COINS - 14, staked: 0, gain: 0 },
  { balance: MAX_COINS - 20, staked: 0, gain: 6 },
])('refuses a win above the largest balance: %j', (load) => {
  expect(balanceRefusal(bet, load)).toMatchObject({
    code: 'balance_limit',
    message: 'A win could be more than a balance can hold.',
  })
})

test.each([
  [1, 'The largest bet is 1 coins.'],
  [0, 'It takes no bets on this game until it has coins again.'],
])('reports %d as the largest stake the house covers', (largestStake, text) => {
  expect(houseLimitRefusal(largestStake)).toMatchObject({
    code: 'house_limit',
    message: `The house can not cover a win of that size now. ${text}`,
    details: { largestStake },
  })
})
