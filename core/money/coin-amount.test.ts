import { expect, test } from 'vitest'
import { coinAmount } from './coin-amount.ts'
import { MAX_COINS } from './coins.ts'

test.each([0, 1, MAX_COINS])('%d coins are an amount', (amount) => {
  expect(coinAmount.parse(amount)).toBe(amount)
})

test.each(
  [
    undefined,
    null,
    true,
    '',
    '5',
    '0x10',
    'NaN',
    Number.NaN,
    JSON.parse('1e999'),
    [5],
    {},
    5n,
    0.5,
    -1,
    2 ** 53,
    JSON.parse('9007199254740993'),
  ].map((value) => [value]),
)('%s is none', (value) => {
  expect(coinAmount.safeParse(value).success).toBe(false)
})
