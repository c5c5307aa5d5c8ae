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

/** Returns the messages that show the current race in a new browser. */
export function currentMessages(race: RaceNow, now: Date): RacePush[] {
  const state = { type: 'raceState', ...stateOf(race, now) } as const
  if (race.status === 'running') return [state, startOf(race, now)]
  return PHASES[race.status] === 'finished'
    ? [state, resultOf(race, now)]
    : [state]
}

/** Returns the messages of a race's next step. */
export function stepMessages(race: RaceNow, before: RaceNow): RacePush[] {
  const { now, number, status } = race
  if (number !== before.number) {
    const next = { type: 'nextRace', ...stateOf(race, now) } as const
    return status === 'running' ? [next, startOf(race, now)] : [next]
  }
  if (status === 'running') return [startOf(race, now)]
  if (PHASES[status] === 'finished') return [resultOf(race, now)]
  return [{ type: 'raceState', ...stateOf(race, now) }]
}

function stateOf(race: RaceNow, now: Date) {
  const { chain, closesAt, commitment, rulesVersion, saltChain, status } = race
  return {
    ...base(race, now),
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
    'a running race has its seeds',
  )
  return {
    type: 'raceStart',
    ...base(race, now),
    startTime: startsAt.getTime(),
    serverSeed,
    salt: saltOf(saltBlock),
    saltBlock,
    epoch,
  }
}

function resultOf(race: RaceNow, now: Date): RacePush {
  const end = { type: 'raceResult', ...base(race, now) } as const
  const { order } = race
  const [winner] = order ?? []
  if (!order || !winner) return { ...end, void: true }
  return { ...end, void: false, winner, order }
}

function base({ id: raceId, number }: RaceNow, now: Date) {
  return { timestamp: now.getTime(), raceId, number }
}
