import { describe, expect, test } from 'vitest'
import {
  boundedLuck,
  isCredible,
  type Luck,
  sigmasOf,
  together,
} from './luck.ts'

/** Many even bets of a coin, off by some standard deviations. */
function many(sigmas: number, rounds = 1_000_000): Luck {
  const variance = rounds
  return { coins: sigmas * Math.sqrt(variance), variance, largest: 1 }
}

describe('luck', () => {
  test.each([
    [0, true],
    [3.99, true],
    [-3.99, true],
    [4, false],
    [-4, false],
    [5, false],
  ])(
    'of many rounds %d standard deviations off is credible: %j',
    (sigmas, credible) => {
      expect(sigmasOf(many(sigmas))).toBeCloseTo(sigmas)
      expect(isCredible(many(sigmas))).toBe(credible)
    },
  )

  test('one great win proves nothing, and a row of them does', () => {
    const win = { coins: 1, variance: 0.001, largest: 1 }
    expect(sigmasOf(win)).toBeGreaterThan(30)
    expect(isCredible(win)).toBe(true)
    expect(isCredible({ ...win, coins: 2 })).toBe(false)
  })

  test('what was not drawn at all is no luck', () => {
    expect(isCredible({ coins: 0, variance: 0, largest: 0 })).toBe(true)
    expect(isCredible({ coins: 1, variance: 0, largest: 0 })).toBe(false)
  })

  test('adds up, and the largest draw stays the largest', () => {
    const one = { coins: 1, variance: 2, largest: 3 }
    const other = { coins: -4, variance: 5, largest: 1 }
    expect(together(one, other)).toEqual({ coins: -3, variance: 7, largest: 3 })
  })

  test.each([
    [0, 0, 4],
    [0, 3, 4],
    [-2, 1, 4],
  ])('between %d and %d on average and %d at most is bounded', (...ends) => {
    const [least, mean, most] = ends
    const chance = (mean - least) / (most - least)
    const variance =
      chance * (most - mean) ** 2 + (1 - chance) * (least - mean) ** 2
    const luck = boundedLuck(1, { least, mean, most })
    expect(luck.coins).toBe(1)
    expect(luck.variance).toBeCloseTo(variance)
    expect(luck.largest).toBe(Math.max(most - mean, mean - least))
  })
})
