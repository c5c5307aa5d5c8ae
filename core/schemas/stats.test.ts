import { expect, test } from 'vitest'
import { casinoStats, houseBalance } from './stats.ts'

const stats = {
  totalUsers: 3,
  totalBetsPlaced: 5,
  totalAmountWagered: 50,
  jackpot: 10_000,
}

test('totals and jackpot are counts', () => {
  expect(casinoStats.parse(stats)).toEqual(stats)
  expect(houseBalance.parse({ jackpot: 10_000 })).toEqual({ jackpot: 10_000 })
})

test.each(Object.keys(stats))(
  '%s is neither missing, negative nor text',
  (field) => {
    for (const value of [undefined, -1, '3', 0.5]) {
      const { error } = casinoStats.safeParse({ ...stats, [field]: value })
      expect(error?.issues[0]?.path).toEqual([field])
    }
  },
)

test("the house's own coins are nobody's business", () => {
  const open = { jackpot: 10_000, houseBalance: 100_000 }
  expect(houseBalance.safeParse(open).success).toBe(false)
})
