import { describe, expect, test } from 'vitest'
import { coins } from '../money/coins.ts'
import { percentOf } from './game-return.ts'
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

const LUCK: Luck = { coins: 10, variance: 4, largest: 2 }

test('a percentage is exact to ten decimals', () => {
  expect(percentOf({ numerator: 2n, denominator: 3n })).toBe(66.6666666666)
})

test('tallies add up, and only rounds that pay are hits', () => {
  const [hit, miss] = [20, 0].map((paid) =>
    tallyOf({ staked: 15, paid, luck: LUCK }),
  )
  if (!(hit && miss)) throw new Error('two tallies')
  expect(joined(joined(hit, miss), hit)).toEqual({
    rounds: 3,
    hits: 2,
    staked: 45,
    paid: 40,
    luck: { coins: 30, variance: 12, largest: 2 },
  })
})

test('a return is judged by what was paid less luck, within 99 %', () => {
  const tally = tallyOf({ staked: 100, paid: 95, luck: LUCK })
  expect(judgedReturn(tally)).toEqual({
    expected: 85,
    band: 2 * 2.575829,
    sigmas: 5,
    isCredible: true,
  })
})

test('a round counts for the figures of its rules, and a jackpot only for its own', () => {
  const luckOf = () => LUCK
  const jackpot = {
    luckOf: (stake: number, isHit: boolean) =>
      isHit ? { ...LUCK, coins: stake } : LUCK,
    returnOf: () => 0,
  }
  const returns = {
    name: '',
    compared: 'luck' as const,
    exactFigures: () => [],
  }
  const kitOf = (gameType: string, rulesVersion: number, hasPot = true) => ({
    game: { gameType, rulesVersion },
    returns: { ...returns, luckOf, ...(hasPot && { jackpot }) },
  })
  const kits = [kitOf('Slots', 1), kitOf('Dice', 2), kitOf('Slots', 2, false)]
  const sharesOf = (rulesVersion: number, actions: [] | null) =>
    roundShares(kits)({
      bet: { betAmount: coins(7) },
      outcome: { payout: coins(20) },
      gameType: 'Slots',
      rulesVersion,
      actions,
      stake: 15,
      payout: 20,
    })
  const share = (isJackpot: boolean, paid: number, luck = LUCK) => ({
    gameType: 'Slots',
    isJackpot,
    tally: tallyOf({ staked: 15, paid, luck }),
  })
  expect(sharesOf(2, [])).toEqual([share(false, 20)])
  expect(sharesOf(1, null)).toEqual([share(true, 0), share(false, 20)])
  expect(sharesOf(1, [])).toEqual([share(true, 20, { ...LUCK, coins: 7 })])
  expect(() => sharesOf(3, null)).toThrow('has a kit')
})
