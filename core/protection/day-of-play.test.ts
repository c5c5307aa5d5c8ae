import { expect, test } from 'vitest'
import { dayOfPlay, lostOn } from './day-of-play.ts'

const today = { day: 20_000, staked: 70, paid: 30 }
const noonOf = (day: number) => (day + 0.5) * 86_400_000

test('a day goes on until midnight UTC, and the next begins with nothing', () => {
  expect(dayOfPlay(20_001 * 86_400_000 - 1, today)).toEqual(today)
  expect(dayOfPlay(20_001 * 86_400_000, today)).toEqual({
    day: 20_001,
    staked: 0,
    paid: 0,
  })
})

test('a clock that is behind brings no day back', () => {
  expect(dayOfPlay(noonOf(19_999), today)).toEqual(today)
})

test('a day that brought coins has cost none', () => {
  expect(lostOn(today)).toBe(40)
  expect(lostOn({ ...today, paid: 100 })).toBe(0)
})
