import { expect, test } from 'vitest'
import { hourOfSamples, quietOverview } from '#testing/page/operator-samples.ts'
import { toCurves } from './overview-charts.tsx'

const [first, second] = hourOfSamples

test('extends the samples by the last overview', () => {
  const { times, free } = toCurves(hourOfSamples, quietOverview)
  expect(times.at(-1)).toBe(Date.parse(quietOverview.at) / 1_000)
  expect(free.at(-1)).toBe(quietOverview.bankroll.free)
})

test('computes bets per second and stakes per minute between samples', () => {
  if (!(first && second)) throw new Error('There are samples.')
  const later = {
    ...second,
    at: new Date(Date.parse(first.at) + 120_000).toISOString(),
    betsPlaced: first.betsPlaced + 240,
    amountWagered: first.amountWagered + 500,
  }
  const { betsPerSecond, stakedPerMinute } = toCurves([first, later], undefined)
  expect(betsPerSecond).toEqual([null, 2])
  expect(stakedPerMinute).toEqual([null, 250])
})
