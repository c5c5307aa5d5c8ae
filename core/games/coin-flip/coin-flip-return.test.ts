import { expect, test } from 'vitest'
import { coins } from '../../money/coins.ts'
import { coinFlipLuck, coinFlipReturn } from './coin-flip-return.ts'

test('99 % of what is staked comes back', () => {
  const { numerator, denominator } = coinFlipReturn()
  expect(numerator * 100n).toBe(denominator * 99n)
})

test.each([
  // The chance of each payout, in hundredths.
  [1, { 0: 50, 1: 1, 2: 49 }],
  [50, { 0: 50, 99: 50 }],
  [51, { 0: 50, 100: 1, 101: 49 }],
])(
  'a round of %i is lucky by nothing on average, as wide as told',
  (stake, chances) => {
    const lucks = Object.entries(chances).map(([payout, hundredths]) => ({
      luck: coinFlipLuck(coins(stake), Number(payout)),
      chance: hundredths / 100,
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
      expect(Math.abs(luck.coins)).toBeLessThanOrEqual(luck.largest)
    }
  },
)
