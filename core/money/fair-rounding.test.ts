import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORD_RANGE } from '../fairness/draws.ts'
import { MAX_COINS } from './coins.ts'
import { type Ratio, roundFairly, roundUp } from './fair-rounding.ts'

const LAST_DRAW = WORD_RANGE - 1
const winAtStakeOne = { numerator: 198n, denominator: 100n }

const anyDraw = fc.integer({ min: 0, max: LAST_DRAW })
const anyRatio = fc
  .record({
    numerator: fc.bigInt(0n, BigInt(MAX_COINS)),
    denominator: fc.bigInt(1n, 1_000_000n),
  })
  // Half of them small, where the fraction is most of the amount.
  .chain((ratio) =>
    fc.constantFrom(ratio, {
      ...ratio,
      numerator: ratio.numerator % (3n * ratio.denominator),
    }),
  )

function getWholePart({ numerator, denominator }: Ratio): number {
  return Number(numerator / denominator)
}

/** Counts the draws that round up, by bisection; higher draws never do. */
function upDraws(ratio: Ratio): number {
  let low = 0
  let high = WORD_RANGE
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const isUp = roundFairly(ratio, () => middle) > getWholePart(ratio)
    if (isUp) low = middle + 1
    else high = middle
  }
  return low
}

describe('roundFairly', () => {
  test('rounds 1.98 coins to 2 for draws below 0.98, else to 1', () => {
    const lastUp = Math.floor(0.98 * WORD_RANGE)
    expect(roundFairly(winAtStakeOne, () => 0)).toBe(2)
    expect(roundFairly(winAtStakeOne, () => lastUp)).toBe(2)
    expect(roundFairly(winAtStakeOne, () => lastUp + 1)).toBe(1)
    expect(roundFairly(winAtStakeOne, () => LAST_DRAW)).toBe(1)
  })

  test('uses no draw for a whole amount', () => {
    const noDraw = () => {
      throw new Error('asked for a draw')
    }
    const whole = { numerator: 9_900n, denominator: 100n }
    expect(roundFairly(whole, noDraw)).toBe(99)
    expect(roundFairly({ numerator: 0n, denominator: 7n }, noDraw)).toBe(0)
    expect(() => roundFairly(winAtStakeOne, noDraw)).toThrow('asked for a draw')
  })

  test('rounds half a coin at the largest balance', () => {
    const numerator = 2n * BigInt(MAX_COINS) - 1n
    const almostAll = { numerator, denominator: 2n }
    expect(roundFairly(almostAll, () => WORD_RANGE / 2 - 1)).toBe(MAX_COINS)
    expect(roundFairly(almostAll, () => WORD_RANGE / 2)).toBe(MAX_COINS - 1)
  })

  test('rejects amounts above the largest balance', () => {
    const tooMuch = { numerator: BigInt(MAX_COINS) + 1n, denominator: 1n }
    expect(() => roundFairly(tooMuch, () => 0)).toThrow('coins are whole')
  })

  test.each([
    { numerator: -1n, denominator: 2n },
    { numerator: 1n, denominator: 0n },
    { numerator: 1n, denominator: -2n },
  ])('rejects a ratio of $numerator to $denominator', (ratio) => {
    expect(() => roundFairly(ratio, () => 0)).toThrow('a ratio')
    expect(() => roundUp(ratio)).toThrow('a ratio')
  })

  test('property: rounds up or down, and never up for a larger draw', () => {
    fc.assert(
      fc.property(anyRatio, anyDraw, anyDraw, (ratio, a, b) => {
        const above = (draw: number) =>
          roundFairly(ratio, () => draw) - getWholePart(ratio)
        const isWhole = ratio.numerator % ratio.denominator === 0n
        expect(isWhole ? [0] : [0, 1]).toContain(above(a))
        const [smaller, larger] = a < b ? [a, b] : [b, a]
        expect(above(larger)).toBeLessThanOrEqual(above(smaller))
      }),
    )
  })

  test('property: has an exact expectation, to within 2^-32', () => {
    fc.assert(
      fc.property(anyRatio, (ratio) => {
        const { numerator, denominator } = ratio
        const fraction = (numerator % denominator) * BigInt(WORD_RANGE)
        const excess = BigInt(upDraws(ratio)) * denominator - fraction
        expect(excess >= 0n && excess < denominator).toBe(true)
      }),
    )
  })
})

describe('roundUp', () => {
  test('rounds up to a whole amount', () => {
    expect(roundUp(winAtStakeOne)).toBe(2)
    expect(roundUp({ numerator: 4n, denominator: 2n })).toBe(2)
    expect(roundUp({ numerator: 0n, denominator: 3n })).toBe(0)
  })

  test('returns amounts above the largest balance', () => {
    const numerator = 198n * BigInt(MAX_COINS)
    expect(roundUp({ numerator, denominator: 100n })).toBeGreaterThan(MAX_COINS)
  })

  test('property: is the payout of the best draw for the player', () => {
    fc.assert(
      fc.property(anyRatio, (ratio) => {
        expect(roundUp(ratio)).toBe(roundFairly(ratio, () => 0))
      }),
    )
  })
})
