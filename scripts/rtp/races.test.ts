import { expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import type { HorseId } from '#core/race/horses.ts'
import { expectZeroMean } from '#testing/samples/expect-zero-mean.ts'
import { raceDeviation, raceFigures, raceTally } from './races.ts'

function bet(horseId: HorseId, amount: number) {
  return { horseId, amount: coins(amount) }
}

test('returns 95 % of the stakes', () => {
  const of95 = { value: 95, unit: '% of the stake', expected: 95 }
  expect(raceFigures.exactFigures()).toEqual([{ name: 'return', ...of95 }])
})

test.each([
  // The chance of each payout, in twentieths.
  [[bet(1, 5)], { 0: 15, 19: 5 }],
  [[bet(2, 1)], { 0: 15, 3: 1, 4: 4 }],
  [[bet(1, 5), bet(1, 10)], { 0: 15, 57: 5 }],
  [[bet(1, 5), bet(2, 5), bet(3, 5), bet(4, 1)], { 19: 15, 3: 1, 4: 4 }],
  [[bet(1, 5), bet(2, 10), bet(4, 1)], { 0: 5, 19: 5, 38: 5, 3: 1, 4: 4 }],
])('has a mean deviation of 0: %j', (bets, chances) => {
  expectZeroMean(
    Object.entries(chances).map(([paid, twentieths]) => ({
      deviation: raceDeviation(bets, Number(paid)),
      chance: twentieths / 20,
    })),
  )
})

test('counts all bets on a race as one round', () => {
  const bets = [bet(1, 5), bet(2, 10)]
  const deviation = raceDeviation(bets, 19)
  const tally = { rounds: 1, hits: 1, staked: 15, paid: 19, deviation }
  expect(raceTally(bets, 19)).toEqual(tally)
})

test('has no deviation with the same stake on each horse', () => {
  const bets = ([1, 2, 3, 4] as const).map((horseId) => bet(horseId, 5))
  const none = { coins: 0, variance: 0, largest: 0 }
  expect(raceDeviation(bets, 19)).toEqual(none)
})
