import { expect, test } from 'vitest'
import { alarmsOf } from './operator-overview.service.ts'

const at = new Date('2026-11-24T12:00:00Z')
const rich = { free: 50_000 }

function job(failures: number, lastSuccessAt: string | null) {
  return { name: 'races', runs: 10, failures, lastSuccessAt }
}

test('a bankroll below what is filled up to is an alarm', () => {
  expect(alarmsOf(rich, [], at)).toEqual([])
  expect(alarmsOf({ free: 49_999 }, [], at)).toMatchObject([
    { code: 'bankroll_low' },
  ])
})

test.each([
  [job(0, null), []],
  [job(3, '2026-11-24T11:59:30.000Z'), []],
  [job(3, '2026-11-24T11:58:59.000Z'), ['job_failing']],
  [job(1, null), ['job_failing']],
])('of %j the alarms are %j', (one, codes) => {
  expect(alarmsOf(rich, [one], at).map(({ code }) => code)).toEqual(codes)
})
