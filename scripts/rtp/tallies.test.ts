import { expect, test } from 'vitest'
import type { Deviation } from '#core/games/return-check.ts'
import { coins } from '#core/money/coins.ts'
import { addTallies, NOT_PLAYED, toTally, withRound } from './tallies.ts'

const DEVIATION: Deviation = { coins: 10, variance: 4, largest: 2 }

test('adds tallies, and counts only rounds that pay as hits', () => {
  const hit = toTally({ staked: 15, paid: 20, deviation: DEVIATION })
  const miss = toTally({ staked: 15, paid: 0, deviation: DEVIATION })
  const deviation = { coins: 30, variance: 12, largest: 2 }
  const sum = { rounds: 3, hits: 2, staked: 45, paid: 40, deviation }
  expect(addTallies(addTallies(hit, miss), hit)).toEqual(sum)
})

test('counts a round by its rules, and one that hits only for the jackpot', () => {
  const getDeviation = () => DEVIATION
  const jackpot = {
    getDeviation: (stake: number, isHit: boolean) =>
      isHit ? { ...DEVIATION, coins: stake } : DEVIATION,
    getReturn: () => 0,
  }
  const getKit = (gameType: string, rulesVersion: number, pot: object) => ({
    game: { gameType, rulesVersion, expectedReturn: { mean: 0.95 } },
    returns: { getDeviation, ...pot },
  })
  const kits = [
    getKit('Slots', 1, { jackpot }),
    getKit('Dice', 2, { jackpot }),
    getKit('Slots', 2, {}),
  ]
  const count = (rulesVersion: number, actions: [] | null) => {
    const bet = { betAmount: coins(7) }
    const paid = { outcome: { payout: coins(20) }, payout: 20, stake: 15 }
    const round = { gameType: 'Slots', rulesVersion, bet, actions, ...paid }
    return withRound(NOT_PLAYED, round, kits)
  }
  const tally = (paid: number, deviation = DEVIATION) =>
    toTally({ staked: 15, paid, deviation })
  expect(count(2, [])).toEqual({ ...NOT_PLAYED, base: tally(20) })
  expect(count(1, null)).toEqual({ base: tally(20), jackpot: tally(0) })
  expect(count(1, [])).toEqual({
    ...NOT_PLAYED,
    jackpot: tally(20, { ...DEVIATION, coins: 7 }),
  })
  expect(() => count(3, null)).toThrow('has a kit')
})
