import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORD_RANGE } from '#core/fairness/draws.ts'
import { coins } from '#core/money/coins.ts'
import { dice, SIDES } from './dice.ts'
import { diceReturns } from './dice-kit.ts'

const bet = { betAmount: coins(10), below: 50 }
const drawing =
  (...draws: number[]) =>
  (index: number) =>
    draws[index] ?? 0
const rolling = (roll: number) => Math.ceil((roll * WORD_RANGE) / SIDES)

describe('dice', () => {
  test.each([
    [49, 19.8],
    [50, 0],
  ])('a roll of %i below 50 is worth %d for 10 coins', (roll, worth) => {
    const { outcome } = dice.start(bet, drawing(rolling(roll), WORD_RANGE - 1))
    expect(outcome).toEqual({ roll, payout: Math.floor(worth) })
  })

  test('returns 99 hundredths at every choice', () => {
    const returns = diceReturns()
    expect(returns).toHaveLength(98)
    for (const [index, { numerator, denominator }] of returns.entries()) {
      expect(numerator * 100n).toBe(denominator * 99n)
      const below = index + 1
      const placed = { betAmount: coins(below * 100), below }
      const wins = Array.from(
        { length: SIDES },
        (_, roll) => dice.start(placed, drawing(rolling(roll))).outcome.payout,
      )
      const paid = wins.reduce((sum, payout) => sum + payout, 0)
      expect(paid * 100).toBe(99 * placed.betAmount * 100)
    }
  })

  test('property: no draws bring more than the exposure', () => {
    const draw = fc.integer({ min: 0, max: WORD_RANGE - 1 })
    const choice = fc.integer({ min: 1, max: 98 })
    fc.assert(
      fc.property(draw, draw, choice, (roll, rounding, below) => {
        const placed = { ...bet, below }
        const { outcome } = dice.start(placed, drawing(roll, rounding))
        const { payout, loss } = dice.exposure(placed)
        expect(outcome.payout).toBeLessThanOrEqual(payout)
        expect(outcome.payout - bet.betAmount).toBeLessThanOrEqual(loss)
      }),
    )
  })
})
