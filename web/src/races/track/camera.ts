import { FINISH_PERCENT } from '#core/race/race.ts'

/** What of the course is in the picture. */
export type View = {
  /** The course's percent at the left side. */
  left: number
  pixelsAPercent: number
}

/** Room after the finish, in percent: for the slow motion. */
const BEHIND = 8
/** Where the field is in the picture, from its left side: at the start, and later. */
const FIELD_AT = { start: 0.42, later: 0.64 }
const LATER_PERCENT = 25

/** Follows the field; the wider the picture, the more of the course is in it. */
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

/** Stands still and has all of the course in the picture, for those who want no motion. */
export function wholeCourse(widthPx: number, horsePx: number): View {
  const percents = FINISH_PERCENT + BEHIND
  const pixelsAPercent = (widthPx - horsePx) / percents
  return { left: -horsePx / pixelsAPercent, pixelsAPercent }
}
