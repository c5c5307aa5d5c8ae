import type { RacePhase, RacePush } from '#core/api/races.ts'
import { assert } from '#core/assert.ts'
import { saltOf } from '#core/race/salt.ts'
import { terminalOf } from './race-records.ts'
import type { RaceNow } from './races.store.ts'

const PHASES = {
  open: 'betting',
  closed: 'closed',
  running: 'running',
  settled: 'finished',
  void: 'finished',
} satisfies Record<RaceNow['status'], RacePhase>

/** What a browser needs in order to show the race as it is now. */
export function messagesFor(race: RaceNow, now: Date): RacePush[] {
  const state = { type: 'raceState', ...comingOf(race, now) } as const
  if (race.status === 'running') return [state, startOf(race, now)]
  return PHASES[race.status] === 'finished'
    ? [state, resultOf(race, now)]
    : [state]
}

/** What browsers that have seen the race before are told of its next step. */
export function newsOf(race: RaceNow, before: RaceNow): RacePush[] {
  const { now, number, status } = race
  if (number !== before.number) {
    const next = { type: 'nextRace', ...comingOf(race, now) } as const
    return status === 'running' ? [next, startOf(race, now)] : [next]
  }
  if (status === 'running') return [startOf(race, now)]
  if (PHASES[status] === 'finished') return [resultOf(race, now)]
  return [{ type: 'raceState', ...comingOf(race, now) }]
}

function comingOf(race: RaceNow, now: Date) {
  const { chain, closesAt, commitment, rulesVersion, saltChain, status } = race
  return {
    ...about(race, now),
    nextRaceTime: closesAt.getTime(),
    commitment,
    chainTerminal: terminalOf(chain),
    rulesVersion,
    ...(saltChain && { saltChain }),
    phase: PHASES[status],
  }
}

function startOf(race: RaceNow, now: Date): RacePush {
  const { epoch, saltBlock, serverSeed, startsAt } = race
  assert(
    saltBlock !== null && serverSeed !== null && startsAt !== null,
    'a race runs by its seeds',
  )
  return {
    type: 'raceStart',
    ...about(race, now),
    startTime: startsAt.getTime(),
    serverSeed,
    salt: saltOf(saltBlock),
    saltBlock,
    epoch,
  }
}

function resultOf(race: RaceNow, now: Date): RacePush {
  const end = { type: 'raceResult', ...about(race, now) } as const
  const { order } = race
  const [winner] = order ?? []
  if (!order || !winner) return { ...end, void: true }
  return { ...end, void: false, winner, order }
}

function about({ id: raceId, number }: RaceNow, now: Date) {
  return { timestamp: now.getTime(), raceId, number }
}
