import { expect, test } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  FINISH_PERCENT,
  type Race,
  runRace,
  TICK_MS,
  UNITS_A_PERCENT,
} from '#core/race/race.ts'
import { drawnRace, gapsBehind, isPhotoFinish, isStill } from './drawn-race.ts'

function race(number: number): Race {
  const serverSeed = nobleHashes.sha256('a race to be drawn')
  const salt = nobleHashes.sha256('its salt')
  return runRace(nobleHashes, { serverSeed, salt, number })
}

const getPercents = (course: Race, tick: number) =>
  course.positions(tick).map((position) => position / UNITS_A_PERCENT)

test('draws the horses at the positions of core on every tick', () => {
  const course = race(1)
  for (let tick = 0; tick <= course.ticks; tick += 1) {
    const { drawn } = drawnRace(course, tick * TICK_MS)
    expect(drawn).toEqual(getPercents(course, tick))
  }
})

test('keeps the gaps of the last tick beyond the finish line', () => {
  for (let number = 1; number <= 60; number += 1) {
    const course = race(number)
    const last = getPercents(course, course.ticks)
    const finishMs = course.ticks * TICK_MS
    expect(isStill(course, finishMs)).toBe(false)
    for (const sinceMs of [500, 3_000, 60_000]) {
      const { drawn, leader } = drawnRace(course, finishMs + sinceMs)
      expect(leader).toBe(course.winner - 1)
      for (const [index, percent] of drawn.entries()) {
        const ahead = percent - (drawn[0] ?? 0)
        expect(ahead).toBeCloseTo((last[index] ?? 0) - (last[0] ?? 0), 9)
      }
    }
    const { drawn } = drawnRace(course, finishMs + 3_000)
    expect(Math.min(...drawn)).toBeGreaterThan(FINISH_PERCENT)
    expect(isStill(course, finishMs + 3_000)).toBe(true)
  }
})

test('measures gaps from the winner, and calls two on one tick a photo finish', () => {
  const courses = Array.from({ length: 60 }, (_, number) => race(number + 1))
  expect(new Set(courses.map(isPhotoFinish))).toEqual(new Set([true, false]))
  for (const course of courses) {
    const last = getPercents(course, course.ticks)
    const sorted = last.toSorted((one, other) => other - one)
    const [first = 0, second = 0] = sorted
    expect(gapsBehind(course)).toEqual(sorted.map((one) => first - one))
    expect(isPhotoFinish(course)).toBe(second >= FINISH_PERCENT)
  }
})
