import type { RacePush } from '#core/api/races.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { HorseId } from '#core/race/horses.ts'
import { type Race, runRace, TICK_MS } from '#core/race/race.ts'
import type { ReceivedRaceMessage } from '../games/shared/race-news.ts'

type Message<Type> = Extract<RacePush, { type: Type }>

/** The race that takes bets, runs or ran last. */
export type PresentRace = Message<'raceState' | 'nextRace'>
export type RaceStart = Message<'raceStart'>
export type RaceResult = Message<'raceResult'>

/** State of the current race, by the messages so far. */
export type Scene = {
  race: PresentRace
  /** Once its seeds are known. */
  run?: { start: RaceStart; course: Race } | undefined
  /** Once it is over, with the time of the message by this page's clock. */
  end?: { result: RaceResult; receivedAtMs: number } | undefined
  /** This page's clock less the server's, in ms; neither has to be right. */
  clockAheadMs: number
  /** Epoch of the newest leader; messages of earlier ones are stale. */
  epoch: number
  receivedAtMs: number
}

/** Applies a message; stale ones change nothing. */
export function nextScene(
  hashes: Hashes,
  before: Scene | undefined,
  received: ReceivedRaceMessage,
): Scene | undefined {
  const { message } = received
  if (message.type === 'raceState' || message.type === 'nextRace') {
    return nextComing(before, message, received)
  }
  if (!before || message.raceId !== before.race.raceId) return before
  const scene = { ...before, ...nextClock(before, received) }
  if (message.type === 'raceResult') {
    const { receivedAtMs } = before.end ?? scene
    return { ...scene, end: { result: message, receivedAtMs } }
  }
  if (message.epoch < before.epoch) return before
  const { epoch } = message
  return { ...scene, epoch, run: nextRun(hashes, before, message) }
}

/** Returns the winner, from the seeds or as reported. */
export function findWinner({ run, end }: Scene): HorseId | undefined {
  if (run) return run.course.winner
  return end && !end.result.void ? end.result.winner : undefined
}

function nextComing(
  before: Scene | undefined,
  race: PresentRace,
  received: ReceivedRaceMessage,
): Scene | undefined {
  const isRepeated = race.raceId === before?.race.raceId
  // Numbers start over only with the API, which then sends a state.
  const isEarlier = before !== undefined && race.number < before.race.number
  if (isEarlier && race.type === 'nextRace') return before
  return {
    race,
    run: isRepeated ? before.run : undefined,
    end: isRepeated ? before.end : undefined,
    ...nextClock(before, received),
    epoch: isEarlier ? 0 : (before?.epoch ?? 0),
  }
}

/** Keeps the course if the same start is sent again. */
function nextRun(hashes: Hashes, { run }: Scene, start: RaceStart) {
  const isSame =
    run?.start.serverSeed === start.serverSeed && run.start.salt === start.salt
  return { start, course: isSame ? run.course : runRace(hashes, start) }
}

/**
 * Estimates the server's clock by the message with the shortest delay. A state
 * starts over, since the clock of a computer that slept has changed.
 */
function nextClock(
  before: Scene | undefined,
  { message, atMs }: ReceivedRaceMessage,
): Pick<Scene, 'clockAheadMs' | 'receivedAtMs'> {
  const ahead = atMs - message.timestamp
  const isNew = !before || message.type === 'raceState'
  const clockAheadMs = isNew ? ahead : Math.min(before.clockAheadMs, ahead)
  return { clockAheadMs, receivedAtMs: atMs }
}

/** Stage of the race at one moment. */
export type RaceStage =
  /** Bets are taken. */
  | { is: 'betting'; secondsLeft: number }
  /** Betting is closed; waiting for the salt. */
  | { is: 'gate' }
  /** @property startMs by this page's clock, as all times here. */
  | { is: 'racing'; startMs: number }
  | { is: 'won'; winner: HorseId }
  | { is: 'void' }
  /** Between the last race and the announcement of the next. */
  | { is: 'break' }
  /** No races are run. */
  | { is: 'none' }

const SECOND_MS = 1_000
const WINNER_MS = 3_000
/** A race whose salt takes longer is void by then. */
const GATE_MS_MAX = 30_000
const BREAK_MS_MAX = 10_000

/** A stage, and when time alone ends it. */
export type Timed = { stage: RaceStage; untilMs: number }

/** @param nowMs by the clock of the scene's messages. */
export function getStage(scene: Scene, nowMs: number): Timed {
  const { clockAheadMs, end, race, run } = scene
  if (run) {
    const startMs = run.start.startTime + clockAheadMs
    const finishMs = startMs + run.course.ticks * TICK_MS
    if (nowMs < finishMs) {
      return { stage: { is: 'racing', startMs }, untilMs: finishMs }
    }
    return getEnd(scene, finishMs, nowMs)
  }
  if (end) return getEnd(scene, end.receivedAtMs, nowMs)
  if (race.phase === 'finished') return breakSince(scene.receivedAtMs, nowMs)
  const closesMs = race.nextRaceTime + clockAheadMs
  const leftMs = closesMs - nowMs
  if (race.phase === 'betting' && leftMs > 0) {
    const secondsLeft = Math.ceil(leftMs / SECOND_MS)
    const untilMs = closesMs - (secondsLeft - 1) * SECOND_MS
    return { stage: { is: 'betting', secondsLeft }, untilMs }
  }
  return within(closesMs + GATE_MS_MAX, nowMs, { is: 'gate' })
}

function getEnd(scene: Scene, overMs: number, nowMs: number): Timed {
  const untilMs = overMs + WINNER_MS
  if (nowMs >= untilMs) return breakSince(untilMs, nowMs)
  const winner = findWinner(scene)
  return { stage: winner ? { is: 'won', winner } : { is: 'void' }, untilMs }
}

function breakSince(sinceMs: number, nowMs: number): Timed {
  return within(sinceMs + BREAK_MS_MAX, nowMs, { is: 'break' })
}

/** Gives up on a race that has not moved on in time. */
function within(untilMs: number, nowMs: number, stage: RaceStage): Timed {
  if (nowMs < untilMs) return { stage, untilMs }
  return { stage: { is: 'none' }, untilMs: Number.POSITIVE_INFINITY }
}
