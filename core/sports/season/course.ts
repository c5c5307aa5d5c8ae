import type { Score } from '../game.ts'
import type { Chance } from './chance.ts'
import { possession, type Scoring } from './scoring.ts'

const SECOND_MS = 1_000
/** Possessions of both teams in the regular time, and in each overtime. */
export const REGULAR = 200
export const OVERTIME = 20
/** What a possession takes with all that comes between, in ms. */
const POSSESSION_MS = 36 * SECOND_MS
const BREAK_MS = 15 * 60 * SECOND_MS
/** From the last basket until the score is final, in ms. */
const CONFIRMED_AFTER_MS = 120 * SECOND_MS
/** Games start up to ten minutes late. */
const LATE_MS = 600 * SECOND_MS
/** One in so many is called off. */
const CALLED_OFF = 200
/** When one that is called off is said to be, after its start, in ms. */
const CALLED_OFF_AFTER_MS = 30 * 60 * SECOND_MS

/** A whole game, from before it starts until its score is final. */
export type Course = {
  /** Behind each possession, the home team's first; before them 0 to 0. */
  scores: readonly Score[]
  /** Milliseconds after its scheduled start. */
  tipsOffAfter: number
  isCalledOff: boolean
}

export function playedCourse(
  { home, away }: { home: Scoring; away: Scoring },
  chance: Chance,
): Course {
  const tipsOffAfter = chance.below(LATE_MS)
  const isCalledOff = chance.below(CALLED_OFF) === 0
  const scores: Score[] = [{ home: 0, away: 0 }]
  let score = { home: 0, away: 0 }
  let end = REGULAR
  while (scores.length <= end) {
    const isHome = scores.length % 2 === 1
    const points = possession(isHome ? home : away, chance)
    score = isHome
      ? { ...score, home: score.home + points }
      : { ...score, away: score.away + points }
    scores.push(score)
    const isTied = scores.length > end && score.home === score.away
    if (isTied) end += OVERTIME
  }
  return { scores, tipsOffAfter, isCalledOff }
}

/** How a game stands. */
export type Stage =
  | { status: 'scheduled' }
  | { status: 'cancelled' }
  | { status: 'live'; score: Score; played: number }
  | { status: 'final'; score: Score }

/** @param elapsed since its scheduled start, in ms; negative before. */
export function stageAt(course: Course, elapsed: number): Stage {
  const { scores, tipsOffAfter, isCalledOff } = course
  if (isCalledOff) {
    const isTold = elapsed >= CALLED_OFF_AFTER_MS
    return { status: isTold ? 'cancelled' : 'scheduled' }
  }
  const playing = elapsed - tipsOffAfter
  if (playing < 0) return { status: 'scheduled' }
  const last = scores.length - 1
  const played = Math.min(last, possessionsIn(playing))
  const score = scores[played] ?? { home: 0, away: 0 }
  const isOver = playing >= timeOf(last) + CONFIRMED_AFTER_MS
  return isOver ? { status: 'final', score } : { status: 'live', score, played }
}

/** After its scheduled start, in ms: from then on a game is over. */
export function endOf({ scores, tipsOffAfter, isCalledOff }: Course): number {
  if (isCalledOff) return CALLED_OFF_AFTER_MS
  return tipsOffAfter + timeOf(scores.length - 1) + CONFIRMED_AFTER_MS
}

/** When a possession ends; the break is in the middle. */
function timeOf(played: number): number {
  const pause = played > REGULAR / 2 ? BREAK_MS : 0
  return played * POSSESSION_MS + pause
}

function possessionsIn(playing: number): number {
  const half = (REGULAR / 2) * POSSESSION_MS
  if (playing <= half) return Math.floor(playing / POSSESSION_MS)
  const second = Math.max(half, playing - BREAK_MS)
  return Math.floor(second / POSSESSION_MS)
}
