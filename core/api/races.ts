import * as z from 'zod/mini'
import { chainTerminal, raceRecord } from '../evidence/race-record.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { horseId, horses } from '../race/horses.ts'
import { raceBet } from '../race/race-bet.ts'
import { saltBlock, saltChain } from '../race/salt.ts'
import { raceOutcome } from '../race/settled-race.ts'
import { count, hex64 } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** Identifies the race of a message. */
const race = {
  timestamp: z.int(),
  raceId: z.uuid(),
  /** Counts races, from 1; one of the inputs of its draws. */
  number: count,
}

/** Phase of the upcoming or running race. */
export const racePhase = z.enum([
  /** Takes bets until `nextRaceTime`. */
  'betting',
  /** Betting is closed; waits for the salt block. */
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

/** Current state, sent on connecting. */
const raceState = z.strictObject({ type: z.literal('raceState'), ...coming })

/** The next race takes bets. */
const nextRace = z.strictObject({ type: z.literal('nextRace'), ...coming })

/** Everything a browser needs to animate the race. */
const raceStart = z.strictObject({
  type: z.literal('raceStart'),
  ...race,
  /** In epoch milliseconds; in the past once the race is running. */
  startTime: z.int(),
  serverSeed: hex64,
  salt: hex64,
  saltBlock,
  /** Epoch of the leading process; a message of an earlier epoch is stale. */
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

/** Race messages of the socket. */
export const racePush = z.discriminatedUnion('type', [
  raceState,
  nextRace,
  raceStart,
  raceResult,
])
export type RacePush = z.infer<typeof racePush>

/** Response to a race bet: the terms that bind the house before the salt is known. */
export const placeRaceBetAnswer = z.strictObject({
  /** The bet's id: the code of its record. */
  transactionId: z.uuid(),
  raceId: z.uuid(),
  /** Number of the race. */
  number: count,
  commitment: hex64,
  /** Among the accepted bets of the race, from 0; decides the fair rounding. */
  index: count,
  horseId,
  amount: coinAmount,
  balance: coinAmount,
})
export type PlaceRaceBetAnswer = z.infer<typeof placeRaceBetAnswer>

/** The player's bets on the current race, one row per horse; empty when signed out. */
export const raceBetsAnswer = z.array(
  z.strictObject({ horseId, amount: coinAmount }),
)
export type RaceBetsAnswer = z.infer<typeof raceBetsAnswer>

/** Completed races with their records, newest first. */
export const raceHistoryAnswer = z.array(
  z.extend(raceRecord, {
    gameData: z.extend(raceRecord.shape.gameData, { outcome: raceOutcome }),
  }),
)
export type RaceHistoryAnswer = z.infer<typeof raceHistoryAnswer>

const section = {
  name: 'Races',
  description:
    'Horse races, shared by all players. The socket announces starts and results.',
}

export const readRaceState = endpoint({
  section,
  method: 'get',
  path: '/api/races/state',
  summary: 'Show the current race',
  description:
    'The messages the socket sends on connection, for clients without one.',
  access: 'public',
  answer: z.array(racePush),
})

export const listRaceBets = endpoint({
  section,
  method: 'get',
  path: '/api/races/current-bets',
  summary: "List the player's bets on the current race",
  description: 'One row per horse; empty when signed out.',
  access: 'visitor',
  answer: raceBetsAnswer,
})

export const placeRaceBet = endpoint({
  section,
  method: 'post',
  path: '/api/races/place-bet',
  summary: 'Bet on a horse',
  access: 'player',
  body: raceBet,
  isIdempotent: true,
  hasReceipt: true,
  answer: placeRaceBetAnswer,
  refusals: [
    'balance_limit',
    'house_limit',
    'insufficient_coins',
    'paused',
    'player_limit',
    'race_running',
  ],
  example: { body: { horseId: 1, amount: 10 } },
})

export const listRaces = endpoint({
  section,
  method: 'get',
  path: '/api/races/history',
  summary: 'List finished races with their records',
  description: 'Newest first, those with a number below `before`.',
  access: 'public',
  query: z.strictObject({
    /** Lists races with a smaller number. */
    before: z.optional(
      z.string().check(z.regex(/^\d{1,15}$/, 'A race number')),
    ),
  }),
  answer: raceHistoryAnswer,
  example: { query: { before: '1000' } },
})
