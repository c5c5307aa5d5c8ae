import { FINISH_PERCENT } from '#core/race/race.ts'
import { prefersReducedMotion } from '../../lib/media.ts'
import { followed, type View, wholeCourse } from './camera.ts'
import type { DrawnRace } from './drawn-race.ts'

const CLEAR_LEAD_PERCENT = 0.12

/**
 * Puts what moves on the track in its place, by transforms alone: neither React
 * nor the page's layout have anything to do while a race runs.
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
    const isStill = prefersReducedMotion()
    const { drawn, middle } = moment
    this.#leader = this.#leaderOf(moment)
    const view = isStill
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

  /** Whoever is ahead by less leaves the crown where it is. */
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

/** Also for what is left of the start: never below 0. */
function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function within(track: HTMLElement, selector: string): HTMLElement[] {
  return Array.from(track.querySelectorAll<HTMLElement>(selector))
}
