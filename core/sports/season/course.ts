import type { Score } from '../game.ts'
import type { Chance } from './chance.ts'
import { possession, type Scoring } from './scoring.ts'

const SECOND_MS = 1_000
/** Possessions of both teams in regular time, and in each overtime. */
export const REGULAR = 200
export const OVERTIME = 20
/** Duration of a possession including stoppages, in ms. */
const POSSESSION_MS = 36 * SECOND_MS
const BREAK_MS = 15 * 60 * SECOND_MS
/** Delay from the last basket to the final score, in ms. */
const CONFIRMED_AFTER_MS = 120 * SECOND_MS
/** Maximum delay of a start, in ms. */
const LATE_MS = 600 * SECOND_MS
/** Games per cancelled one. */
const GAMES_PER_CANCELLATION = 200
/** Time of a cancellation after the scheduled start, in ms. */
const CANCELLED_AFTER_MS = 30 * 60 * SECOND_MS

/** Course of a game, from its scheduled start to its final score. */
export type Course = {
  /** Scores after each possession, the home team's first; starts with 0 to 0. */
  scores: readonly Score[]
  /** Delay after the scheduled start, in ms. */
  tipsOffAfter: number
  isCancelled: boolean
}

export function playedCourse(
  { home, away }: { home: Scoring; away: Scoring },
  chance: Chance,
): Course {
  const tipsOffAfter = chance.below(LATE_MS)
  const isCancelled = chance.below(GAMES_PER_CANCELLATION) === 0
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
  return { scores, tipsOffAfter, isCancelled }
}

/** State of a game at a time. */
export type Stage =
  | { status: 'scheduled' }
  | { status: 'cancelled' }
  | { status: 'live'; score: Score; played: number }
  | { status: 'final'; score: Score }

/** Returns the state of a game. @param elapsed ms since its scheduled start; negative before. */
export function getStage(course: Course, elapsed: number): Stage {
  const { scores, tipsOffAfter, isCancelled } = course
  if (isCancelled) {
    const isAnnounced = elapsed >= CANCELLED_AFTER_MS
    return { status: isAnnounced ? 'cancelled' : 'scheduled' }
  }
  const playing = elapsed - tipsOffAfter
  if (playing < 0) return { status: 'scheduled' }
  const last = scores.length - 1
  const played = Math.min(last, countPossessions(playing))
  const score = scores[played] ?? { home: 0, away: 0 }
  const isOver = playing >= getTime(last) + CONFIRMED_AFTER_MS
  return isOver ? { status: 'final', score } : { status: 'live', score, played }
}

/** Returns the end of a game, in ms after its scheduled start. */
export function getEnd({ scores, tipsOffAfter, isCancelled }: Course): number {
  if (isCancelled) return CANCELLED_AFTER_MS
  return tipsOffAfter + getTime(scores.length - 1) + CONFIRMED_AFTER_MS
}

/** Returns the end of a possession, with the break at half-time. */
function getTime(played: number): number {
  const pause = played > REGULAR / 2 ? BREAK_MS : 0
  return played * POSSESSION_MS + pause
}

function countPossessions(playing: number): number {
  const half = (REGULAR / 2) * POSSESSION_MS
  if (playing <= half) return Math.floor(playing / POSSESSION_MS)
  const second = Math.max(half, playing - BREAK_MS)
  return Math.floor(second / POSSESSION_MS)
}
