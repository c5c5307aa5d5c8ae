import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { chainHead, saltBlock, saltChain, voidReason } from '../race/salt.ts'
import { RACE_GAME_TYPE } from '../race/settled-race.ts'
import { count, hex64, timestamp } from './fields.ts'
import { recordAnchor } from './record-anchor.ts'

const jsonObject = z.record(z.string(), z.unknown())

const fields = {
  id: z.uuid(),
  gameType: z.literal(RACE_GAME_TYPE),
  timestamp,
  outcome: z.string(),
  /** Number of the race. */
  nonce: count,
}

/** Published end of a seed chain, in place of the seed of race `number`. */
export const chainTerminal = z.strictObject({ number: count, hash: hex64 })

/** Known before the race starts. */
const announced = {
  rulesVersion: count,
  closedAtMs: count,
  /** Present from version 2 on. */
  saltChain: z.exactOptional(saltChain),
  /** Hash of the race's seed, which is the seed of the race before. */
  serverSeedHash: hex64,
  chainTerminal,
}

/** Known once the race is over. */
const settled = {
  /** Absent if no node answered, and in version 1. */
  head: z.exactOptional(chainHead),
  /** Present in void races from version 2 on. */
  voidReason: z.exactOptional(voidReason),
  /** Absent, like the client seed, if the race is void. */
  saltBlock: z.exactOptional(saltBlock),
  /** Present in version 1 only; redundant with the salt block's chain. */
  weaker: z.exactOptional(z.boolean()),
  outcome: jsonObject,
  expectedHash: hex64,
  verifiedHash: hex64,
  /** Absent if the end of the seed chain is not anchored. */
  anchor: z.exactOptional(recordAnchor),
}

const seeds = {
  serverSeed: hex64,
  /** Salt: the hash of the salt block without 0x. */
  clientSeed: z.exactOptional(hex64),
}

/** Fields of a bet, in addition to those of its race. */
const betData = {
  raceId: z.uuid(),
  /** Request that placed the bet. */
  bet: jsonObject,
  /** Index among the accepted bets of the race, from 0. */
  index: count,
}

/** Record of a finished race. */
export const raceRecord = z.strictObject({
  ...fields,
  ...seeds,
  gameData: z.looseObject({ ...announced, ...settled }),
})
export type RaceRecord = z.infer<typeof raceRecord>

/** Record of a bet on a finished race. */
export const raceBetRecord = z.strictObject({
  ...fields,
  ...seeds,
  betAmount: coinAmount,
  gameData: z.looseObject({ ...announced, ...betData, ...settled }),
})
export type RaceBetRecord = z.infer<typeof raceBetRecord>

/** Record of an open race, without seed and salt. */
export const openRaceRecord = z.strictObject({
  ...fields,
  gameData: z.strictObject(announced),
})
export type OpenRaceRecord = z.infer<typeof openRaceRecord>

/** Record of a bet on an open race. */
export const openRaceBetRecord = z.strictObject({
  ...fields,
  betAmount: coinAmount,
  gameData: z.strictObject({ ...announced, ...betData }),
})
export type OpenRaceBetRecord = z.infer<typeof openRaceBetRecord>

export const unfinishedRaceRecord = z.union([openRaceBetRecord, openRaceRecord])
export type UnfinishedRaceRecord = OpenRaceRecord | OpenRaceBetRecord

export type FinishedRaceRecord = RaceRecord | RaceBetRecord

const ofRace = z.looseObject({ gameType: z.literal(RACE_GAME_TYPE) })
const ofBet = z.looseObject({ betAmount: coinAmount })

/** True if a value of any kind claims to be the record of a race. */
export function isOfRace(something: unknown): boolean {
  return ofRace.safeParse(something).success
}

/** Parses the record of a finished race, or of a bet on one if it has a stake. */
export function parsedRaceRecord(
  something: unknown,
): z.core.util.SafeParseResult<FinishedRaceRecord> {
  return ofBet.safeParse(something).success
    ? raceBetRecord.safeParse(something)
    : raceRecord.safeParse(something)
}

/** True for records of races and bets on them. */
export function isRaceRecord<R extends { gameType: string }>(
  record: R,
): record is Extract<R, { gameType: typeof RACE_GAME_TYPE }> {
  return record.gameType === RACE_GAME_TYPE
}
