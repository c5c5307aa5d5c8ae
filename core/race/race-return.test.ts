import { expect, test } from 'vitest'
import { coins } from '../money/coins.ts'
import type { HorseId } from './horses.ts'
import { raceLuck, raceReturn } from './race-return.ts'

const bet = (horseId: HorseId, amount: number) => ({
  horseId,
  amount: coins(amount),
})

test('95 % of what is staked comes back', () => {
  const { numerator, denominator } = raceReturn()
  expect(numerator * 100n).toBe(denominator * 95n)
})

test.each([
  // The chance of each payout, in twentieths.
  [[bet(1, 5)], { 0: 15, 19: 5 }],
  [[bet(2, 1)], { 0: 15, 3: 1, 4: 4 }],
  [[bet(1, 5), bet(1, 10)], { 0: 15, 57: 5 }],
  [[bet(1, 5), bet(2, 10), bet(4, 1)], { 0: 5, 19: 5, 38: 5, 3: 1, 4: 4 }],
])(
  'a race is lucky by nothing on average, as wide as told: %j',
  (bets, chances) => {
    const lucks = Object.entries(chances).map(([paid, twentieths]) => ({
      luck: raceLuck(bets, Number(paid)),
      chance: twentieths / 20,
    }))
    const mean = lucks.reduce(
      (sum, { luck, chance }) => sum + chance * luck.coins,
      0,
    )
    const square = lucks.reduce(
      (sum, { luck, chance }) => sum + chance * luck.coins ** 2,
      0,
    )
    expect(mean).toBeCloseTo(0, 9)
    for (const { luck } of lucks) {
      expect(luck.variance).toBeCloseTo(square, 6)
      expect(Math.abs(luck.coins)).toBeLessThanOrEqual(luck.largest + 1e-9)
    }
  },
)

test('the same stake on each horse leaves nothing to luck', () => {
  const bets = ([1, 2, 3, 4] as const).map((horseId) => bet(horseId, 5))
  expect(raceLuck(bets, 19)).toEqual({ coins: 0, variance: 0, largest: 0 })
})
