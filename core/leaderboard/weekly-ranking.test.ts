import { expect, test } from 'vitest'
import { DAY_MS } from '../durations.ts'
import { lastWeekStart, weekEnd, weekStart } from './weekly-ranking.ts'

/** 2026-11-23, 00:00 UTC. */
const MONDAY = 1_795_392_000_000

test.each([
  ['its first moment', 0],
  ['its third day', 2.5 * DAY_MS],
  ['its last moment', 7 * DAY_MS - 1],
])('starts the week on Monday, 00:00 UTC, for %s', (_when, after) => {
  expect(weekStart(MONDAY + after)).toBe(MONDAY)
})

test('counts the last moment of Sunday to the week before', () => {
  expect(weekStart(MONDAY - 1)).toBe(MONDAY - 7 * DAY_MS)
})

test('ends a week at the start of the next one', () => {
  expect(weekEnd(MONDAY)).toBe(MONDAY + 7 * DAY_MS)
  expect(lastWeekStart(MONDAY)).toBe(MONDAY - 7 * DAY_MS)
  expect(weekStart(0)).toBe(-3 * DAY_MS)
})
