import { expect, test } from 'vitest'
import { coolOffRequest, dailyLimitsRequest } from './limits.ts'

test('a limit is a whole number of coins, or none', () => {
  const right = { dailyStake: 1, dailyLoss: null }
  expect(dailyLimitsRequest.parse(right)).toEqual(right)
  for (const dailyStake of [0, -1, 1.5, '5', undefined, 2 ** 53]) {
    const wrong = { ...right, dailyStake }
    expect(dailyLimitsRequest.safeParse(wrong).success).toBe(false)
  }
})

test.each([
  [59, false],
  [60, true],
  [60_480, true],
  [60_481, false],
  [60.5, false],
])('a break of %s minutes can be chosen: %s', (minutes, can) => {
  expect(coolOffRequest.safeParse({ minutes }).success).toBe(can)
})
