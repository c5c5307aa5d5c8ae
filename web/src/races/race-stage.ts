import type { HorseId } from '#core/race/horses.ts'
import { TICK_MS } from '#core/race/race.ts'
import { type Scene, winnerOf } from './race-scene.ts'

/** What there is to see at one moment. */
export type RaceStage =
  /** Bets are taken. */
  | { is: 'betting'; secondsLeft: number }
  /** Bets are closed, and the salt is awaited. */
  | { is: 'gate' }
  /** @property startMs by this page's clock, as all times here. */
  | { is: 'racing'; startMs: number }
  | { is: 'won'; winner: HorseId }
  | { is: 'void' }
  /** The last race is over, and the next one was not announced yet. */
  | { is: 'break' }
  /** Nobody runs races now. */
  | { is: 'none' }

const SECOND_MS = 1_000
const WINNER_MS = 3_000
/** A race whose salt takes longer is void by then. */
const GATE_MS_MAX = 30_000
const BREAK_MS_MAX = 10_000

/** Where the race stands, and when that will change by time alone. */
export type Timed = { stage: RaceStage; untilMs: number }

/** @param nowMs by the clock that the scene's messages were heard by. */
export function stageAt(scene: Scene, nowMs: number): Timed {
  const { clockAheadMs, end, race, run } = scene
  if (run) {
    const startMs = run.start.startTime + clockAheadMs
    const finishMs = startMs + run.course.ticks * TICK_MS
    if (nowMs < finishMs) {
      return { stage: { is: 'racing', startMs }, untilMs: finishMs }
    }
    return endAt(scene, finishMs, nowMs)
  }
  if (end) return endAt(scene, end.heardAtMs, nowMs)
  if (race.phase === 'finished') return breakSince(scene.heardAtMs, nowMs)
  const closesMs = race.nextRaceTime + clockAheadMs
  const leftMs = closesMs - nowMs
  if (race.phase === 'betting' && leftMs > 0) {
    const secondsLeft = Math.ceil(leftMs / SECOND_MS)
    const untilMs = closesMs - (secondsLeft - 1) * SECOND_MS
    return { stage: { is: 'betting', secondsLeft }, untilMs }
  }
  return within(closesMs + GATE_MS_MAX, nowMs, { is: 'gate' })
}

function endAt(scene: Scene, overMs: number, nowMs: number): Timed {
  const untilMs = overMs + WINNER_MS
  if (nowMs >= untilMs) return breakSince(untilMs, nowMs)
  const winner = winnerOf(scene)
  return { stage: winner ? { is: 'won', winner } : { is: 'void' }, untilMs }
}

function breakSince(sinceMs: number, nowMs: number): Timed {
  return within(sinceMs + BREAK_MS_MAX, nowMs, { is: 'break' })
}

/** Nobody goes on with a race that has stood still for so long. */
function within(untilMs: number, nowMs: number, stage: RaceStage): Timed {
  if (nowMs < untilMs) return { stage, untilMs }
  return { stage: { is: 'none' }, untilMs: Number.POSITIVE_INFINITY }
}
