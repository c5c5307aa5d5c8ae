import { expect, test } from 'vitest'
import { NO_WHOLE_NUMBERS } from '#testing/samples/no-whole-numbers.ts'
import { coinAmount } from './coin-amount.ts'
import { MAX_COINS } from './coins.ts'

test.each([0, 1, MAX_COINS])('%d coins are an amount', (amount) => {
  expect(coinAmount.parse(amount)).toBe(amount)
})

test.each(NO_WHOLE_NUMBERS.map((value) => [value]))('%s is none', (value) => {
  expect(coinAmount.safeParse(value).success).toBe(false)
})
