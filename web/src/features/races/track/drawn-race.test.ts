import { expect, it } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  FINISH_PERCENT,
  type Race,
  raceOf,
  TICK_MS,
  UNITS_A_PERCENT,
} from '#core/race/race.ts'
import { shownPositions } from '#core/race/shown-positions.ts'
import { drawnRace, isStill, photoFinishMargin } from './drawn-race.ts'

function race(number: number): Race {
  const serverSeed = nobleHashes.sha256('a race to be drawn')
  const salt = nobleHashes.sha256('its salt')
  return raceOf(nobleHashes, { serverSeed, salt, number })
}

it('draws the horses on every tick where core shows them', () => {
  const course = race(1)
  for (let tick = 0; tick < course.ticks; tick += 1) {
    const { drawn, shown } = drawnRace(course, tick * TICK_MS)
    expect(drawn).toEqual(shownPositions(course, tick * TICK_MS))
    expect(shown).toEqual(drawn)
  }
})

it('lets losers come to rest where core caps them, and the winner at the finish', () => {
  const course = race(2)
  const finishMs = course.ticks * TICK_MS
  expect(isStill(course, finishMs)).toBe(false)
  expect(isStill(course, finishMs + 900)).toBe(true)
  const { drawn } = drawnRace(course, finishMs + 900)
  expect(drawn).toEqual(shownPositions(course, finishMs))
  expect(drawn[course.winner - 1]).toBe(FINISH_PERCENT)
})

it('asks for a photo where two come in on one tick, and for no other', () => {
  const courses = Array.from({ length: 60 }, (_, number) => race(number + 1))
  const photos = courses.filter(
    (course) => photoFinishMargin(course) !== undefined,
  )
  expect(photos.length).toBeGreaterThan(0)
  expect(photos.length).toBeLessThan(courses.length)
  for (const course of courses) {
    const last = course.positions(course.ticks)
    const sorted = last.toSorted((one, other) => other - one)
    const [first = 0, second = 0] = sorted.map((at) => at / UNITS_A_PERCENT)
    const margin = second >= FINISH_PERCENT ? first - second : undefined
    expect(photoFinishMargin(course)).toBe(margin)
  }
})
