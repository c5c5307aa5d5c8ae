import { expect, test } from 'vitest'
import { amountText } from './format.ts'

test.each([
  ['0.05', '0.05 GUMBY'],
  ['100', '100 GUMBY'],
  ['1000', '1,000 GUMBY'],
  ['12345678.5000', '12,345,678.5000 GUMBY'],
  ['0.000000000000000001', '0.000000000000000001 GUMBY'],
  ['9007199254740993', '9,007,199,254,740,993 GUMBY'],
])('writes %s as %s', (amount, text) => {
  expect(amountText({ amount, cryptoType: 'GUMBY' })).toBe(text)
})
