import type { RacePush } from '#core/api/races.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { HorseId } from '#core/race/horses.ts'
import { type Race, raceOf } from '#core/race/race.ts'
import type { HeardRaceNews } from '../games/shared/race-news.ts'

type Message<Type> = Extract<RacePush, { type: Type }>

/** The race that takes bets, runs or was last. */
export type PresentRace = Message<'raceState' | 'nextRace'>
export type RaceStart = Message<'raceStart'>
export type RaceResult = Message<'raceResult'>

/** All that is known of the present race. */
export type Scene = {
  race: PresentRace
  /** Once its seeds are known. */
  run?: { start: RaceStart; course: Race } | undefined
  /** Once it is over, and when that was heard by this page's clock. */
  end?: { result: RaceResult; heardAtMs: number } | undefined
  /** This page's clock less the server's, in ms; neither has to be right. */
  clockAheadMs: number
  /** Of the newest leader heard of; what earlier ones say is stale. */
  epoch: number
  heardAtMs: number
}

/** What is known once a message has been heard. Stale ones change nothing. */
export function sceneAfter(
  hashes: Hashes,
  before: Scene | undefined,
  heard: HeardRaceNews,
): Scene | undefined {
  const { message } = heard
  if (message.type === 'raceState' || message.type === 'nextRace') {
    return comingAfter(before, message, heard)
  }
  if (!before || message.raceId !== before.race.raceId) return before
  const scene = { ...before, ...clockAfter(before, heard) }
  if (message.type === 'raceResult') {
    const { heardAtMs } = before.end ?? scene
    return { ...scene, end: { result: message, heardAtMs } }
  }
  if (message.epoch < before.epoch) return before
  const { epoch } = message
  return { ...scene, epoch, run: runAfter(hashes, before, message) }
}

/** Whoever the race is, its winner is known from its seeds, or told. */
export function winnerOf({ run, end }: Scene): HorseId | undefined {
  if (run) return run.course.winner
  return end && !end.result.void ? end.result.winner : undefined
}

function comingAfter(
  before: Scene | undefined,
  race: PresentRace,
  heard: HeardRaceNews,
): Scene | undefined {
  const isRepeated = race.raceId === before?.race.raceId
  // Numbers only begin anew where the API itself does, which it says by a state.
  const isEarlier = before !== undefined && race.number < before.race.number
  if (isEarlier && race.type === 'nextRace') return before
  return {
    race,
    run: isRepeated ? before.run : undefined,
    end: isRepeated ? before.end : undefined,
    ...clockAfter(before, heard),
    epoch: isEarlier ? 0 : (before?.epoch ?? 0),
  }
}

/** The same race again goes on where it stands. */
function runAfter(hashes: Hashes, { run }: Scene, start: RaceStart) {
  const isSame =
    run?.start.serverSeed === start.serverSeed && run.start.salt === start.salt
  return { start, course: isSame ? run.course : raceOf(hashes, start) }
}

/**
 * The message that took the shortest way tells the server's time best. A state
 * begins anew: a machine that slept has another clock.
 */
function clockAfter(
  before: Scene | undefined,
  { message, atMs }: HeardRaceNews,
): Pick<Scene, 'clockAheadMs' | 'heardAtMs'> {
  const ahead = atMs - message.timestamp
  const isNew = !before || message.type === 'raceState'
  const clockAheadMs = isNew ? ahead : Math.min(before.clockAheadMs, ahead)
  return { clockAheadMs, heardAtMs: atMs }
}
