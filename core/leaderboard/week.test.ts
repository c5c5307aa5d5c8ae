import { expect, test } from 'vitest'
import { lastWeekStart, weekEnd, weekStart } from './week.ts'

const MONDAY = Date.parse('2026-11-23T00:00:00.000Z')

test.each([
  '2026-11-23T00:00:00.000Z',
  '2026-11-25T12:00:00.000Z',
  '2026-11-29T23:59:59.999Z',
])('%s is in the week that begins on Monday the 23rd', (time) => {
  expect(weekStart(Date.parse(time))).toBe(MONDAY)
})

test('the last moment of Sunday is in the week before', () => {
  expect(weekStart(MONDAY - 1)).toBe(Date.parse('2026-11-16T00:00:00.000Z'))
})

test('a week ends as the next one begins, and the last one began before it', () => {
  const end = weekEnd(MONDAY)
  expect(weekStart(end)).toBe(end)
  expect(weekStart(end - 1)).toBe(MONDAY)
  expect(weekEnd(lastWeekStart(MONDAY))).toBe(MONDAY)
})
