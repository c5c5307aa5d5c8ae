import { expect, it } from 'vitest'
import { timeRangeOf } from './time-span.ts'

const now = new Date(2026, 2, 15, 13, 30)
const none = { first: '', last: '' }

it('counts whole days of this browser, today among them', () => {
  expect(timeRangeOf('today', none, now).from).toBe(
    new Date(2026, 2, 15).toISOString(),
  )
  expect(timeRangeOf('week', none, now).from).toBe(
    new Date(2026, 2, 9).toISOString(),
  )
})

it('takes the last chosen day as a whole', () => {
  const days = { first: '2026-02-01', last: '2026-02-28' }
  expect(timeRangeOf('days', days, now)).toEqual({
    from: new Date(2026, 1, 1).toISOString(),
    to: new Date(2026, 2, 1).toISOString(),
  })
})

it('leaves open what is not chosen, and what no API would take', () => {
  expect(timeRangeOf('all', none, now)).toEqual({})
  expect(timeRangeOf('days', none, now)).toEqual({})
  const early = { first: '1800-01-01', last: 'soon' }
  expect(timeRangeOf('days', early, now)).toEqual({})
})
