import type { Score } from '../game.ts'
import type { Random } from './random.ts'
import { drawPossessionPoints, type Scoring } from './scoring.ts'

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

/** Progress of a game, from its scheduled start to its final score. */
export type GameProgress = {
  /** Scores after each possession, the home team's first; starts with 0 to 0. */
  scores: readonly Score[]
  /** Delay after the scheduled start, in ms. */
  tipOffDelayMs: number
  isCancelled: boolean
}

export function drawProgress(
  { home, away }: { home: Scoring; away: Scoring },
  random: Random,
): GameProgress {
  const tipOffDelayMs = random.below(LATE_MS)
  const isCancelled = random.below(GAMES_PER_CANCELLATION) === 0
  const scores: Score[] = [{ home: 0, away: 0 }]
  let score = { home: 0, away: 0 }
  let end = REGULAR
  while (scores.length <= end) {
    const isHome = scores.length % 2 === 1
    const points = drawPossessionPoints(isHome ? home : away, random)
    score = isHome
      ? { ...score, home: score.home + points }
      : { ...score, away: score.away + points }
    scores.push(score)
    const isTied = scores.length > end && score.home === score.away
    if (isTied) end += OVERTIME
  }
  return { scores, tipOffDelayMs, isCancelled }
}

/** State of a game at a time. */
export type Stage =
  | { status: 'scheduled' }
  | { status: 'cancelled' }
  | { status: 'live'; score: Score; possessions: number }
  | { status: 'final'; score: Score }

/** Returns the state of a game. @param elapsedMs ms since its scheduled start; negative before. */
export function getStage(progress: GameProgress, elapsedMs: number): Stage {
  const { scores, tipOffDelayMs, isCancelled } = progress
  if (isCancelled) {
    const isAnnounced = elapsedMs >= CANCELLED_AFTER_MS
    return { status: isAnnounced ? 'cancelled' : 'scheduled' }
  }
  const playedMs = elapsedMs - tipOffDelayMs
  if (playedMs < 0) return { status: 'scheduled' }
  const last = scores.length - 1
  const possessions = Math.min(last, countPossessions(playedMs))
  const score = scores[possessions] ?? { home: 0, away: 0 }
  const isOver = playedMs >= possessionEndMs(last) + CONFIRMED_AFTER_MS
  return isOver
    ? { status: 'final', score }
    : { status: 'live', score, possessions }
}

/** Returns the end of a game, in ms after its scheduled start. */
export function getEndMs({
  scores,
  tipOffDelayMs,
  isCancelled,
}: GameProgress): number {
  if (isCancelled) return CANCELLED_AFTER_MS
  return tipOffDelayMs + possessionEndMs(scores.length - 1) + CONFIRMED_AFTER_MS
}

/** Returns the end of a possession, with the break at half-time. */
function possessionEndMs(possessions: number): number {
  const pause = possessions > REGULAR / 2 ? BREAK_MS : 0
  return possessions * POSSESSION_MS + pause
}

function countPossessions(playedMs: number): number {
  const half = (REGULAR / 2) * POSSESSION_MS
  if (playedMs <= half) return Math.floor(playedMs / POSSESSION_MS)
  const second = Math.max(half, playedMs - BREAK_MS)
  return Math.floor(second / POSSESSION_MS)
}
