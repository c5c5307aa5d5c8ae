import { expect, test } from 'vitest'
import { casinoStats, houseBalance } from './stats.ts'

const stats = {
  totalUsers: 3,
  totalBetsPlaced: 5,
  totalAmountWagered: 50,
  jackpot: 10_000,
}
const open = { ...stats, paused: [] }

test('totals and jackpot are counts', () => {
  expect(casinoStats.parse(open)).toEqual(open)
  expect(houseBalance.parse({ jackpot: 10_000 })).toEqual({ jackpot: 10_000 })
})

test.each(Object.keys(stats))(
  '%s is neither missing, negative nor text',
  (field) => {
    for (const value of [undefined, -1, '3', 0.5]) {
      const { error } = casinoStats.safeParse({ ...open, [field]: value })
      expect(error?.issues[0]?.path).toEqual([field])
    }
  },
)

test("the house's own coins are nobody's business", () => {
  const open = { jackpot: 10_000, houseBalance: 100_000 }
  expect(houseBalance.safeParse(open).success).toBe(false)
})

test('a paused game has a name, and a reason or none', () => {
  const paused = [
    { gameType: 'Coin Flip', reason: 'New coins are minted.' },
    { gameType: 'Hi-Lo', reason: null },
  ]
  expect(casinoStats.parse({ ...open, paused }).paused).toEqual(paused)
  for (const pause of [{ gameType: 'Hi-Lo' }, { reason: null }, 'Hi-Lo']) {
    expect(casinoStats.safeParse({ ...open, paused: [pause] }).success).toBe(
      false,
    )
  }
})
