import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../durations.ts'
import { coins } from '../money/coins.ts'
import type { DailyLimits } from './daily-limits.ts'
import { dayOfPlay, getDailyLoss } from './day-of-play.ts'
import {
  getLimitsAt,
  getRemainingLimits,
  NO_LIMITS,
  type PlayerLimits,
  withCoolOff,
  withDailyLimits,
} from './player-limits.ts'

/** Any time will do. */
const NOON = 1_772_366_400_000
const hoursLater = (hours: number) => NOON + hours * HOUR_MS

function daily(stake: number | null, loss: number | null): DailyLimits {
  return {
    dailyStake: stake === null ? null : coins(stake),
    dailyLoss: loss === null ? null : coins(loss),
  }
}

const limited: PlayerLimits = { ...NO_LIMITS, ...daily(100, 50) }

test('applies a first limit at once', () => {
  const limits = withDailyLimits(NOON, NO_LIMITS, daily(100, 50))
  expect(limits).toEqual({ ...NO_LIMITS, ...daily(100, 50) })
})

test('applies tighter limits at once, looser ones after 24 hours', () => {
  const limits = withDailyLimits(NOON, limited, daily(200, 20))
  const pending = { ...daily(200, 20), fromMs: hoursLater(24) }
  expect(limits).toEqual({ ...limited, ...daily(100, 20), pending })
  expect(getLimitsAt(hoursLater(23.99), limits)).toEqual(limits)
  expect(getLimitsAt(hoursLater(24), limits)).toEqual({
    ...NO_LIMITS,
    ...daily(200, 20),
  })
})

test('removes a limit after 24 hours', () => {
  const limits = withDailyLimits(NOON, limited, daily(null, null))
  expect(limits).toMatchObject(daily(100, 50))
  expect(getLimitsAt(hoursLater(24), limits)).toEqual(NO_LIMITS)
})

test('cancels a raise by a request that is not looser', () => {
  const raised = withDailyLimits(NOON, limited, daily(200, 50))
  for (const wanted of [daily(100, 50), daily(80, 50)]) {
    const limits = withDailyLimits(hoursLater(1), raised, wanted)
    expect(limits).toEqual({ ...limited, ...wanted })
  }
})

test('keeps the time of a raise that is reduced, and restarts it for a larger one', () => {
  const raised = withDailyLimits(NOON, limited, daily(200, 50))
  const from = (wanted: DailyLimits) =>
    withDailyLimits(hoursLater(5), raised, wanted).pending?.fromMs
  expect(from(daily(150, 20))).toEqual(hoursLater(24))
  expect(from(daily(201, 50))).toEqual(hoursLater(29))
  expect(from(daily(200, null))).toEqual(hoursLater(29))
})

test('property: never loosens a limit within 24 hours of the request', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 9 }))
  const requested = fc.array(fc.tuple(limit, limit), { minLength: 1 })
  fc.assert(
    fc.property(requested, (requests) => {
      const last = requests.reduce(
        (limits, [stake, loss]) =>
          withDailyLimits(NOON, limits, daily(stake, loss)),
        limited,
      )
      const soon = getLimitsAt(hoursLater(23.9), last)
      const least = (values: (number | null)[]) =>
        Math.min(...values.map((value) => value ?? Number.POSITIVE_INFINITY))
      expect(soon.dailyStake).toBe(
        least([100, ...requests.map(([stake]) => stake)]),
      )
      expect(soon.dailyLoss).toBe(
        least([50, ...requests.map(([, loss]) => loss)]),
      )
    }),
  )
})

test('extends a cool-off period and never shortens it', () => {
  const limits = withCoolOff(NOON, limited, 120)
  expect(limits).toEqual({ ...limited, coolOffUntilMs: hoursLater(2) })
  expect(withCoolOff(NOON, limits, 60)).toEqual(limits)
  expect(withCoolOff(NOON, limits, 180).coolOffUntilMs).toEqual(hoursLater(3))
  expect(getLimitsAt(hoursLater(1.99), limits)).toEqual(limits)
  expect(getLimitsAt(hoursLater(2), limits)).toEqual(limited)
})

test('never reports a negative remainder, nor raises it by winnings', () => {
  const day = { day: 1, staked: 120, paid: 90 }
  expect(getRemainingLimits(day, daily(100, 50))).toEqual({
    dailyStake: 0,
    dailyLoss: 20,
  })
  expect(getRemainingLimits(day, NO_LIMITS)).toEqual({
    dailyStake: null,
    dailyLoss: null,
  })
  const lucky = { day: 1, staked: 100, paid: 900 }
  expect(getRemainingLimits(lucky, daily(null, 50)).dailyLoss).toBe(50)
})

test('ends a day at midnight UTC, even if a clock goes back', () => {
  const today = { day: 20_000, staked: 70, paid: 30 }
  const midnight = 20_001 * DAY_MS
  expect(dayOfPlay(midnight - 1, today)).toEqual(today)
  const next = { day: 20_001, staked: 0, paid: 0 }
  expect(dayOfPlay(midnight, today)).toEqual(next)
  expect(dayOfPlay(19_999.5 * DAY_MS, today)).toEqual(today)
  expect(getDailyLoss(today)).toBe(40)
  expect(getDailyLoss({ ...today, paid: 100 })).toBe(0)
})
