import { describe, expect, test } from 'vitest'
import { coins } from '../money/coins.ts'
import { judgedReturn } from './judged-return.ts'
import {
  boundedLuck,
  isCredible,
  type Luck,
  sigmasOf,
  together,
} from './luck.ts'
import { roundShares } from './round-shares.ts'
import { joined, tallyOf } from './tally.ts'

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
    const win = { coins: 10, variance: 0.1, largest: 10 }
    expect(sigmasOf(win)).toBeGreaterThan(30)
    expect(isCredible(win)).toBe(true)
    expect(isCredible({ ...win, coins: 20 })).toBe(false)
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
    [-6, 1, 4],
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

const LUCK: Luck = { coins: 10, variance: 4, largest: 2 }

test('tallies add up, and only rounds that pay are hits', () => {
  const hit = tallyOf({ staked: 15, paid: 20, luck: LUCK })
  const miss = tallyOf({ staked: 15, paid: 0, luck: LUCK })
  const luck = { coins: 30, variance: 12, largest: 2 }
  const sum = { rounds: 3, hits: 2, staked: 45, paid: 40, luck }
  expect(joined(joined(hit, miss), hit)).toEqual(sum)
})

test('a return is judged by what was paid less luck, within 99 %', () => {
  const judged = judgedReturn(tallyOf({ staked: 9, paid: 95, luck: LUCK }))
  const band = 2 * 2.575829
  expect(judged).toEqual({ expected: 85, band, sigmas: 5, isCredible: true })
})

test('a round counts by its rules, and one that hits only for the jackpot', () => {
  const luckOf = () => LUCK
  const plain = { name: '', exactFigures: () => [], luckOf }
  const potLuck = (stake: number, hit: boolean) =>
    hit ? { ...LUCK, coins: stake } : LUCK
  const jackpot = { luckOf: potLuck, returnOf: () => 0 }
  const kitOf = (gameType: string, rulesVersion: number, pot: object) => ({
    game: { gameType, rulesVersion },
    returns: { ...plain, compared: 'luck' as const, ...pot },
  })
  const kits = [
    kitOf('Slots', 1, { jackpot }),
    kitOf('Dice', 2, { jackpot }),
    kitOf('Slots', 2, {}),
  ]
  const sharesOf = (rulesVersion: number, actions: [] | null) => {
    const bet = { betAmount: coins(7) }
    const paid = { outcome: { payout: coins(20) }, payout: 20, stake: 15 }
    const round = { gameType: 'Slots', rulesVersion, bet, actions, ...paid }
    return roundShares(kits)(round)
  }
  const share = (isJackpot: boolean, paid: number, luck = LUCK) => {
    const tally = tallyOf({ staked: 15, paid, luck })
    return { gameType: 'Slots', isJackpot, tally }
  }
  expect(sharesOf(2, [])).toEqual([share(false, 20)])
  expect(sharesOf(1, null)).toEqual([share(true, 0), share(false, 20)])
  expect(sharesOf(1, [])).toEqual([share(true, 20, { ...LUCK, coins: 7 })])
  expect(() => sharesOf(3, null)).toThrow('has a kit')
})
