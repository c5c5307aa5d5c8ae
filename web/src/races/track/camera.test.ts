import { describe, expect, it } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { raceOf, TICK_MS } from '#core/race/race.ts'
import { followed, type View } from './camera.ts'
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

describe.each(PICTURES)('a picture of $widthPx px', ({ widthPx, horsePx }) => {
  it('has every horse whole in it', () => {
    for (const course of courses) {
      for (let tick = 0; tick <= course.ticks + 60; tick += 1) {
        const { drawn, middle } = drawnRace(course, tick * TICK_MS)
        for (const percent of drawn) {
          const nose = inPicture(followed(middle, widthPx), percent)
          expect(nose - horsePx).toBeGreaterThan(0)
          expect(nose).toBeLessThan(widthPx)
        }
      }
    }
  })
})
