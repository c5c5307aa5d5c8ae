import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stake } from './bet-limits.ts'
import {
  coins,
  JACKPOT_SEED,
  MAX_COINS,
  STARTING_BALANCE,
  STARTING_BANKROLL,
  totalCoins,
} from './coins.ts'
import { twoDecimals } from './fair-rounding.ts'

describe('coins', () => {
  test.each([0, 1, 1_000, MAX_COINS])('can be %d', (amount) => {
    expect(coins(amount)).toBe(amount)
    expect(totalCoins(amount)).toBe(amount)
  })

  test.each([-1, 0.5, MAX_COINS + 1, Number.POSITIVE_INFINITY, Number.NaN])(
    'are not %d',
    (amount) => {
      expect(() => coins(amount)).toThrow('coins are whole')
    },
  )

  test('property: are whole and within the largest balance', () => {
    fc.assert(
      fc.property(fc.double(), (amount) => {
        const isMoney = Number.isInteger(amount) && amount >= 0
        if (isMoney && amount <= MAX_COINS) expect(coins(amount)).toBe(amount)
        else expect(() => coins(amount)).toThrow()
      }),
    )
  })

  test('are capped at the largest balance in totals', () => {
    expect(totalCoins(2 * MAX_COINS)).toBe(MAX_COINS)
    expect(() => totalCoins(-1)).toThrow('coins are whole')
    expect(() => totalCoins(Number.NaN)).toThrow('coins are whole')
  })

  test('start with the balances of the specification', () => {
    const atStart = [STARTING_BALANCE, STARTING_BANKROLL, JACKPOT_SEED]
    expect(atStart).toEqual([1_000, 100_000, 10_000])
  })
})

describe('a stake', () => {
  const NOT_WHOLE = 'A bet must be a whole number of coins'
  const TOO_SMALL = 'The minimum bet is 1 coin'
  const TOO_LARGE = 'No balance can cover that bet'

  test.each([1, 10, MAX_COINS])('can be %d', (amount) => {
    expect(stake.parse(amount)).toBe(amount)
  })

  test.each([
    [undefined, NOT_WHOLE],
    [null, NOT_WHOLE],
    [true, NOT_WHOLE],
    ['', NOT_WHOLE],
    ['10', NOT_WHOLE],
    [Number.NaN, NOT_WHOLE],
    [JSON.parse('1e999'), NOT_WHOLE],
    [JSON.parse('-1e999'), NOT_WHOLE],
    [[5], NOT_WHOLE],
    [{ valueOf: () => 5 }, NOT_WHOLE],
    [5n, NOT_WHOLE],
    [1.5, NOT_WHOLE],
    [1e-7, NOT_WHOLE],
    [0, TOO_SMALL],
    [-0, TOO_SMALL],
    [-1, TOO_SMALL],
    [2 ** 53, TOO_LARGE],
    [JSON.parse('9007199254740993'), TOO_LARGE],
    [2 ** 256, TOO_LARGE],
  ])('is not %s: %s', (value, message) => {
    expect(stake.safeParse(value).error?.issues[0]).toMatchObject({ message })
  })
})

test.each([
  [4_608n, 2_500n, 1.84],
  [10_725n, 1_000n, 10.72],
  [2n, 3n, 0.66],
  [7n, 1n, 7],
  [1n, 1_000n, 0],
])('%i over %i shows as %d', (numerator, denominator, shown) => {
  expect(twoDecimals({ numerator, denominator })).toBe(shown)
})
