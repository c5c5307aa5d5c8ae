import { type RefObject, useEffect } from 'react'
import type { HorseId } from '#core/race/horses.ts'
import { FINISH_PERCENT, type Race } from '#core/race/race.ts'
import { prefersReducedMotion } from '../../lib/media.ts'
import { type DrawnRace, drawnRace, isStill } from './drawn-race.ts'

/** A course from its start on, or horses that stand. */
export type Painted =
  | { course: Race; startMs: number }
  /** Only the winner is known of a race that ran unseen. */
  | { winner: HorseId | undefined }

/** Paints each frame by the current time, however many were missed. */
export function usePaintedTrack(
  track: RefObject<HTMLElement | null>,
  painted: Painted,
): void {
  const course = 'course' in painted ? painted.course : undefined
  const startMs = 'course' in painted ? painted.startMs : 0
  const winner = 'winner' in painted ? painted.winner : undefined

  useEffect(() => {
    if (!track.current) return
    const painter = new TrackPainter(track.current)
    let frame = 0
    const paint = () => {
      const elapsedMs = performance.now() - startMs
      painter.paint(course ? drawnRace(course, elapsedMs) : standingAt(winner))
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

function standingAt(winner: HorseId | undefined): DrawnRace {
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
export class TrackPainter {
  readonly #track: HTMLElement
  readonly #runners: readonly HTMLElement[]
  readonly #dots: readonly HTMLElement[]
  readonly #fixed: readonly HTMLElement[]
  readonly #scrolling: readonly HTMLElement[]
  #leader = 0
  #widthPx = 0
  #horsePx = 0

  constructor(track: HTMLElement) {
    this.#track = track
    this.#runners = within(track, '[data-runner]')
    this.#dots = within(track, '[data-dot]')
    this.#fixed = within(track, '[data-percent]')
    this.#scrolling = within(track, '[data-tile]')
    this.measure()
  }

  measure(): void {
    this.#widthPx = this.#track.clientWidth
    this.#horsePx = this.#runners[0]?.firstElementChild?.clientWidth ?? 0
  }

  paint(moment: DrawnRace): void {
    const { drawn, middle } = moment
    this.#leader = this.#leaderOf(moment)
    const view = prefersReducedMotion()
      ? wholeCourse(this.#widthPx, this.#horsePx)
      : followed(middle, this.#widthPx)
    for (const [index, runner] of this.#runners.entries()) {
      moveTo(runner, inView(view, drawn[index] ?? 0))
      runner.toggleAttribute('data-leads', index === this.#leader && middle > 0)
    }
    for (const [index, dot] of this.#dots.entries()) {
      const part = (drawn[index] ?? 0) / FINISH_PERCENT
      dot.style.transform = `translateX(${(part * 100).toFixed(3)}%)`
    }
    this.#paintGround(view)
  }

  /** Keeps the crown in place until another horse has a clear lead. */
  #leaderOf({ drawn, isOver, leader }: DrawnRace): number {
    const lead = (drawn[leader] ?? 0) - (drawn[this.#leader] ?? 0)
    return isOver || lead > CLEAR_LEAD_PERCENT ? leader : this.#leader
  }

  #paintGround(view: View): void {
    for (const one of this.#fixed) {
      moveTo(one, inView(view, Number(one.dataset.percent)))
    }
    for (const one of this.#scrolling) {
      const { depth = 1, tile = 1 } = one.dataset
      const shift = view.left * view.pixelsAPercent * Number(depth)
      moveTo(one, -modulo(shift, Number(tile)))
    }
  }
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

function within(track: HTMLElement, selector: string): HTMLElement[] {
  return Array.from(track.querySelectorAll<HTMLElement>(selector))
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
export function followed(middle: number, widthPx: number): View {
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
