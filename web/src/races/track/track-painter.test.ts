import { describe, expect, test, vi } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { runRace, TICK_MS } from '#core/race/race.ts'
import { type DrawnRace, drawnRace } from './drawn-race.ts'
import { followView, trackPainter } from './track-painter.ts'

const WIDTH_PX = 900
const HORSE_PX = 100
const FINISH = '[data-percent="85"]'
const HILLS = '[data-tile="420"]'

/** A track as it is drawn, without what does not move; jsdom lays nothing out. */
function track(): HTMLElement {
  const root = document.createElement('div')
  const runner = '<div data-runner><div class="horse"></div></div>'
  root.innerHTML = `
    <svg></svg>
    <div data-tile="420" data-depth="0.5"></div>
    <div data-percent="85"></div>
    ${runner.repeat(4)}
    ${'<div data-dot></div>'.repeat(4)}`
  setWidth(root, WIDTH_PX)
  for (const horse of Array.from(root.querySelectorAll('.horse'))) {
    setWidth(horse, HORSE_PX)
  }
  return root
}

function setWidth(element: Element, clientWidth: number): void {
  Object.defineProperty(element, 'clientWidth', { value: clientWidth })
}

function moment(positions: readonly number[], isOver = false): DrawnRace {
  const leader = positions.indexOf(Math.max(...positions))
  const middle = positions.reduce((sum, one) => sum + one, 0) / 4
  return { drawn: positions, leader, middle, isOver }
}

/** Where things were put, in pixels or percent. */
function getPlaces(root: HTMLElement, selector: string): number[] {
  return Array.from(root.querySelectorAll<HTMLElement>(selector), ({ style }) =>
    Number.parseFloat(style.transform.replace(/^.*\(/, '')),
  )
}

function leaders(root: HTMLElement): boolean[] {
  const runners = Array.from(root.querySelectorAll('[data-runner]'))
  return runners.map((runner) => runner.hasAttribute('data-leads'))
}

test('moves only the horses under reduced motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const root = track()
  const painter = trackPainter(root)
  painter.paint(moment([0, 0, 0, 0]))
  const [start = -1] = getPlaces(root, '[data-runner]')
  const [finish = 0] = getPlaces(root, FINISH)
  const hills = getPlaces(root, HILLS)
  // Whole in the picture from the start to the finish.
  expect(start).toBeCloseTo(HORSE_PX)
  expect(finish).toBeLessThan(WIDTH_PX)
  painter.paint(moment([42.5, 0, 0, 0]))
  expect(getPlaces(root, '[data-runner]')[0]).toBeCloseTo((start + finish) / 2)
  expect(getPlaces(root, FINISH)).toEqual([finish])
  expect(getPlaces(root, HILLS)).toEqual(hills)
})

test('crowns a horse with a clear lead, and the winner by any lead', () => {
  const root = track()
  const painter = trackPainter(root)
  painter.paint(moment([0, 0, 0, 0]))
  expect(leaders(root)).toEqual([false, false, false, false])
  painter.paint(moment([10, 11, 10, 10]))
  expect(leaders(root)).toEqual([false, true, false, false])
  painter.paint(moment([12.05, 12, 10, 10]))
  expect(leaders(root)).toEqual([false, true, false, false])
  painter.paint(moment([13.2, 13, 10, 10]))
  expect(leaders(root)).toEqual([true, false, false, false])
  painter.paint(moment([84.99, 85, 80, 80], true))
  expect(leaders(root)).toEqual([false, true, false, false])
})

/** A narrow phone and a wide screen, with the width of a horse there. */
const PICTURES = [
  { widthPx: 330, horsePx: 84 },
  { widthPx: 1_000, horsePx: 144 },
]

const courses = Array.from({ length: 40 }, (_, number) =>
  runRace(nobleHashes, {
    serverSeed: nobleHashes.sha256('a race to be filmed'),
    salt: nobleHashes.sha256('its salt'),
    number,
  }),
)

describe.each(PICTURES)('a picture of $widthPx px', ({ widthPx, horsePx }) => {
  test('shows every horse whole', () => {
    for (const course of courses) {
      for (let tick = 0; tick <= course.ticks + 60; tick += 1) {
        const { drawn, middle } = drawnRace(course, tick * TICK_MS)
        for (const percent of drawn) {
          const { left, pixelsAPercent } = followView(middle, widthPx)
          const nose = (percent - left) * pixelsAPercent
          expect(nose - horsePx).toBeGreaterThan(0)
          expect(nose).toBeLessThan(widthPx)
        }
      }
    }
  })
})
