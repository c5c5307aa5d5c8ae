import { expect, it } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { FINISH_PERCENT, raceOf, TICK_MS } from '#core/race/race.ts'
import { followed, type View, wholeCourse } from './camera.ts'
import { drawnRace } from './drawn-race.ts'

/** A narrow phone, and a wide screen; and how long a horse is there. */
const PICTURES = [
  { widthPx: 330, horsePx: 84 },
  { widthPx: 1_000, horsePx: 144 },
]

function inPicture({ left, pixelsAPercent }: View, percent: number): number {
  return (percent - left) * pixelsAPercent
}

const courses = Array.from({ length: 40 }, (_, number) =>
  raceOf(nobleHashes, {
    serverSeed: nobleHashes.sha256('a race to be filmed'),
    salt: nobleHashes.sha256('its salt'),
    number,
  }),
)

it.each(PICTURES)(
  'keeps every horse whole in a picture of $widthPx px',
  ({ widthPx, horsePx }) => {
    for (const course of courses) {
      for (let tick = 0; tick <= course.ticks + 20; tick += 1) {
        const { drawn, middle } = drawnRace(course, tick * TICK_MS)
        for (const percent of drawn) {
          const nose = inPicture(followed(middle, widthPx), percent)
          expect(nose - horsePx).toBeGreaterThan(0)
          expect(nose).toBeLessThan(widthPx)
        }
      }
    }
  },
)

it.each(PICTURES)(
  'has the finish in a picture of $widthPx px when it is reached',
  ({ widthPx }) => {
    const finish = inPicture(followed(FINISH_PERCENT, widthPx), FINISH_PERCENT)
    expect(finish).toBeGreaterThan(0)
    expect(finish).toBeLessThan(widthPx)
  },
)

it.each(PICTURES)(
  'shows all of the course at once in $widthPx px to those who want no motion',
  ({ widthPx, horsePx }) => {
    const view = wholeCourse(widthPx, horsePx)
    expect(inPicture(view, 0)).toBeCloseTo(horsePx)
    expect(inPicture(view, FINISH_PERCENT)).toBeLessThan(widthPx)
  },
)
