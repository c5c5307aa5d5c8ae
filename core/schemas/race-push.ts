import * as z from 'zod/mini'
import { horseId, horses } from '../race/horses.ts'
import { saltBlock, saltChain } from '../race/salt.ts'
import { count, hex64 } from './fields.ts'
import { chainTerminal } from './race-record.ts'

/** Of the race that a message is about. */
const race = {
  timestamp: z.int(),
  raceId: z.uuid(),
  /** Counts races, from 1; one of the inputs of its draws. */
  number: count,
}

/** How far the coming or running race is. */
export const racePhase = z.enum([
  /** Takes bets until `nextRaceTime`. */
  'betting',
  /** Takes no more, and waits for the salt block. */
  'closed',
  'running',
  /** Shows the winner. */
  'finished',
])
export type RacePhase = z.infer<typeof racePhase>

const coming = {
  ...race,
  /** When betting closes, in epoch milliseconds. */
  nextRaceTime: z.int(),
  /** Hash of the race's seed. */
  commitment: hex64,
  chainTerminal,
  rulesVersion: count,
  /**
   * Chain of the salt; the race's id binds it with number, commitment and
   * close.
   */
  saltChain: z.exactOptional(saltChain),
  phase: racePhase,
}

/** Where things stand, for whoever has just connected. */
const raceState = z.strictObject({ type: z.literal('raceState'), ...coming })

/** The next race takes bets. */
const nextRace = z.strictObject({ type: z.literal('nextRace'), ...coming })

/** All that a browser needs to run the race. */
const raceStart = z.strictObject({
  type: z.literal('raceStart'),
  ...race,
  /** In epoch milliseconds; past where the race is running already. */
  startTime: z.int(),
  serverSeed: hex64,
  salt: hex64,
  saltBlock,
  /** Of the process that leads; a message of an earlier one is stale. */
  epoch: count,
})

const raceEnd = { type: z.literal('raceResult'), ...race }

/** Sent once the animation has ended, or once the race is void. */
const raceResult = z.discriminatedUnion('void', [
  z.strictObject({
    ...raceEnd,
    void: z.literal(false),
    winner: horseId,
    order: z.array(horseId).check(z.length(horses.length)),
  }),
  z.strictObject({ ...raceEnd, void: z.literal(true) }),
])

/** What /ws tells everybody about races. */
export const racePush = z.discriminatedUnion('type', [
  raceState,
  nextRace,
  raceStart,
  raceResult,
])
export type RacePush = z.infer<typeof racePush>
