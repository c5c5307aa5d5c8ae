import { describe, expect, test } from 'vitest'
import {
  checkReturn,
  countSigmas,
  type Deviation,
  isCredible,
} from './return-check.ts'

/** Many even bets of a coin, off by some standard deviations. */
function evenBets(sigmas: number, rounds = 1_000_000): Deviation {
  return { coins: sigmas * Math.sqrt(rounds), variance: rounds, largest: 1 }
}

describe('isCredible', () => {
  test.each([
    [0, true],
    [3.99, true],
    [-3.99, true],
    [4, false],
    [-4, false],
    [5, false],
  ])('of many rounds %d standard deviations off is %j', (sigmas, expected) => {
    expect(countSigmas(evenBets(sigmas))).toBeCloseTo(sigmas)
    expect(isCredible(evenBets(sigmas))).toBe(expected)
  })

  test('accepts a single large win, but not several', () => {
    const win = { coins: 10, variance: 0.1, largest: 10 }
    expect(countSigmas(win)).toBeGreaterThan(30)
    expect(isCredible(win)).toBe(true)
    expect(isCredible({ ...win, coins: 20 })).toBe(false)
  })

  test('rejects any deviation without a draw', () => {
    expect(isCredible({ coins: 0, variance: 0, largest: 0 })).toBe(true)
    expect(isCredible({ coins: 1, variance: 0, largest: 0 })).toBe(false)
  })
})

test('checks what was paid against its expected value, within 99 %', () => {
  const deviation = { coins: 10, variance: 4, largest: 2 }
  expect(checkReturn(95, deviation)).toEqual({
    expected: 85,
    band: 2 * 2.575829,
    sigmas: 5,
    isCredible: true,
  })
})
