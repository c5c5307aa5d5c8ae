import { expect, test } from 'vitest'
import { MAX_COINS } from './coins.ts'
import { stake } from './stake.ts'

const NOT_WHOLE = 'A bet is a whole number of coins'

test.each([1, 10, MAX_COINS])('%d coins can be staked', (amount) => {
  expect(stake.parse(amount)).toBe(amount)
})

test.each([
  ['no value', undefined, NOT_WHOLE],
  ['null', null, NOT_WHOLE],
  ['true', true, NOT_WHOLE],
  ['an empty text', '', NOT_WHOLE],
  ['digits in a text', '10', NOT_WHOLE],
  ['hex in a text', '0x10', NOT_WHOLE],
  ['"NaN"', 'NaN', NOT_WHOLE],
  ['NaN', Number.NaN, NOT_WHOLE],
  ['1e999 in JSON', JSON.parse('1e999'), NOT_WHOLE],
  ['-1e999 in JSON', JSON.parse('-1e999'), NOT_WHOLE],
  ['a list', [5], NOT_WHOLE],
  ['an object', { valueOf: () => 5 }, NOT_WHOLE],
  ['a bigint', 5n, NOT_WHOLE],
  ['a fraction', 1.5, NOT_WHOLE],
  ['less than a coin', 1e-7, NOT_WHOLE],
  ['0', 0, 'The smallest bet is 1 coin'],
  ['-0', -0, 'The smallest bet is 1 coin'],
  ['-1', -1, 'The smallest bet is 1 coin'],
  ['2^53', 2 ** 53, 'No balance can cover that bet'],
  [
    '2^53 + 1 in JSON',
    JSON.parse('9007199254740993'),
    'No balance can cover that bet',
  ],
  ['2^256', 2 ** 256, 'No balance can cover that bet'],
])('refuses %s', (_name, value, message) => {
  expect(stake.safeParse(value).error?.issues[0]).toMatchObject({ message })
})
