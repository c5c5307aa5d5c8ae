import { type RefObject, useEffect } from 'react'
import type { HorseId } from '#core/race/horses.ts'
import { FINISH_PERCENT, type Race } from '#core/race/race.ts'
import { prefersReducedMotion } from '../../lib/media.ts'
import { type DrawnRace, drawnRace, isStill } from './drawn-race.ts'

/** A race in progress, or standing horses. */
export type Painted = {
  course?: Race
  startMs?: number
  /** Winner of a race that this page did not see run. */
  winner?: HorseId | undefined
}

/** Paints each frame by the current time, however many were missed. */
export function usePaintedTrack(
  track: RefObject<HTMLElement | null>,
  { course, startMs = 0, winner }: Painted,
): void {
  useEffect(() => {
    if (!track.current) return
    const painter = trackPainter(track.current)
    let frame = 0
    const paint = () => {
      const elapsedMs = performance.now() - startMs
      painter.paint(
        course ? drawnRace(course, elapsedMs) : createStanding(winner),
      )
      if (course && !isStill(course, elapsedMs)) {
        frame = requestAnimationFrame(paint)
      }
    }
    const repaint = () => {
      cancelAnimationFrame(frame)
      painter.measure()
      paint()
    }
    paint()
    addEventListener('resize', repaint)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', repaint)
    }
  }, [track, course, startMs, winner])
}

const START = [0, 0, 0, 0]
/** Position of the winner of a race that ran unseen, past the others. */
const WINNER_PERCENT = FINISH_PERCENT + 3

function createStanding(winner: HorseId | undefined): DrawnRace {
  const drawn = START.map((start, index) => {
    if (!winner) return start
    return index + 1 === winner ? WINNER_PERCENT : FINISH_PERCENT
  })
  return {
    drawn,
    leader: winner ? winner - 1 : 0,
    middle: winner ? FINISH_PERCENT : 0,
    isOver: winner !== undefined,
  }
}

const CLEAR_LEAD_PERCENT = 0.12

/**
 * Moves everything on the track by transforms alone: neither React nor layout
 * run during a race.
 */
export function trackPainter(track: HTMLElement) {
  const all = (selector: string) =>
    Array.from(track.querySelectorAll<HTMLElement>(selector))
  const runners = all('[data-runner]')
  const dots = all('[data-dot]')
  const fixed = all('[data-percent]')
  const scrolling = all('[data-tile]')
  let crowned = 0
  let widthPx = 0
  let horsePx = 0

  const measure = () => {
    widthPx = track.clientWidth
    horsePx = runners[0]?.firstElementChild?.clientWidth ?? 0
  }
  measure()

  const paint = ({ drawn, isOver, leader, middle }: DrawnRace) => {
    // Keeps the crown in place until another horse has a clear lead.
    const lead = (drawn[leader] ?? 0) - (drawn[crowned] ?? 0)
    if (isOver || lead > CLEAR_LEAD_PERCENT) crowned = leader
    const view = prefersReducedMotion()
      ? wholeCourse(widthPx, horsePx)
      : followView(middle, widthPx)
    for (const [index, runner] of runners.entries()) {
      moveTo(runner, inView(view, drawn[index] ?? 0))
      runner.toggleAttribute('data-leads', index === crowned && middle > 0)
    }
    for (const [index, dot] of dots.entries()) {
      const part = (drawn[index] ?? 0) / FINISH_PERCENT
      dot.style.transform = `translateX(${(part * 100).toFixed(3)}%)`
    }
    for (const one of fixed) {
      moveTo(one, inView(view, Number(one.dataset.percent)))
    }
    for (const one of scrolling) {
      const { depth = 1, tile = 1 } = one.dataset
      const shift = view.left * view.pixelsAPercent * Number(depth)
      moveTo(one, -modulo(shift, Number(tile)))
    }
  }
  return { measure, paint }
}

function inView({ left, pixelsAPercent }: View, percent: number): number {
  return (percent - left) * pixelsAPercent
}

function moveTo({ style }: HTMLElement, xPx: number): void {
  style.transform = `translate3d(${xPx.toFixed(2)}px, 0, 0)`
}

/** Never negative, unlike `%`. */
function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** Visible part of the course. */
type View = {
  /** Percent of the course at the left side. */
  left: number
  pixelsAPercent: number
}

/** Room after the finish, in percent: for the slow motion. */
const BEHIND = 8
/** Position of the field in the picture, at the start and later. */
const FIELD_AT = { start: 0.42, later: 0.64 }
const LATER_PERCENT = 25

/** Follows the field; a wider picture shows more of the course. */
export function followView(middle: number, widthPx: number): View {
  const percents = 13 + widthPx / 62
  const { start, later } = FIELD_AT
  const part = Math.min(1, middle / LATER_PERCENT)
  const left = middle - percents * (start + (later - start) * part)
  const leftMax = FINISH_PERCENT + BEHIND - percents
  return {
    left: Math.min(left, leftMax),
    pixelsAPercent: widthPx / percents,
  }
}

/** Shows the whole course, for reduced motion. */
function wholeCourse(widthPx: number, horsePx: number): View {
  const percents = FINISH_PERCENT + BEHIND
  const pixelsAPercent = (widthPx - horsePx) / percents
  return { left: -horsePx / pixelsAPercent, pixelsAPercent }
}
