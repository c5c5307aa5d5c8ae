import { expect, test } from 'vitest'
import { msToNextMonth, pollPause } from './poll-pause.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const plan = {
  wantedMs: 60_000,
  cost: 5,
  remaining: undefined,
  resetsInMs: 10 * DAY_MS,
}

test.each([
  ['nothing is known yet', undefined, 60_000],
  ['there is plenty', 1_000_000, 60_000],
  ['it lasts for a hundred polls', 504, DAY_MS / 10],
  ['it lasts for one', 9, 10 * DAY_MS],
  ['there is none', 4, 10 * DAY_MS],
])(
  'when %s, the pause spends what remains by the month’s end',
  (_when, remaining, pauseMs) => {
    expect(pollPause({ ...plan, remaining })).toBe(pauseMs)
  },
)

test('a month ends at midnight UTC', () => {
  expect(msToNextMonth(new Date('2027-12-31T23:59:59Z'))).toBe(1_000)
})
