import * as z from 'zod/mini'
import type { Hashes } from '../fairness/hashes.ts'
import { coinAmount } from '../money/coin-amount.ts'
import {
  chainHead,
  isOperatorsChain,
  saltBlock,
  saltChain,
  voidReason,
} from '../race/salt.ts'
import { previousSeed } from '../race/seed-chain.ts'
import {
  type AcceptedRaceBet,
  describeRace,
  describeRaceBet,
  RACE_GAME_TYPE,
  type SettledRace,
  settledHash,
  settledRaceBet,
} from '../race/settled-race.ts'
import { count, hex64, recordVersion, timestamp } from '../schemas/fields.ts'
import { recordAnchor } from './record-anchor.ts'

const jsonObject = z.record(z.string(), z.unknown())

const fields = {
  version: recordVersion,
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

/** Record of a race or of a bet on one, finished or not. */
export const publicRaceRecord = z.union([
  raceBetRecord,
  raceRecord,
  openRaceBetRecord,
  openRaceRecord,
])
export type PublicRaceRecord = z.infer<typeof publicRaceRecord>

export type FinishedRaceRecord = RaceRecord | RaceBetRecord

const ofRace = z.looseObject({ gameType: z.literal(RACE_GAME_TYPE) })
const ofBet = z.looseObject({ betAmount: coinAmount })

/** True if a value claims to be the record of a race. */
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

/** Fields of a record in addition to its race or bet. */
export type RaceProof = {
  /** Id of the record. */
  id: string
  /** Time of settlement, ISO 8601. */
  timestamp: string
  chainTerminal: RaceRecord['gameData']['chainTerminal']
  /** Hash stored at settlement. */
  expectedHash: string
}

/** Builds the record of a finished race. */
export function toRaceRecord(
  hashes: Hashes,
  race: SettledRace,
  proof: RaceProof,
) {
  const { outcome } = race
  const verifiedHash = settledHash(hashes, race)
  const { gameData, ...fields } = common(hashes, race, proof)
  return {
    ...fields,
    outcome: describeRace(outcome),
    gameData: { ...gameData, outcome, verifiedHash },
  } satisfies RaceRecord
}

/** Builds the record of a bet on a finished race. */
export function toRaceBetRecord(
  hashes: Hashes,
  {
    race,
    raceId,
    bet,
    index,
  }: Omit<AcceptedRaceBet, 'id'> & {
    race: SettledRace
    raceId: string
  },
  proof: RaceProof,
): RaceBetRecord {
  const settled = settledRaceBet(hashes, race, { id: proof.id, bet, index })
  const { outcome } = settled
  const verifiedHash = settledHash(hashes, settled)
  const { gameData, ...fields } = common(hashes, race, proof)
  return {
    ...fields,
    betAmount: bet.amount,
    outcome: describeRaceBet(outcome),
    gameData: { ...gameData, raceId, bet, index, outcome, verifiedHash },
  }
}

function common(hashes: Hashes, race: SettledRace, proof: RaceProof) {
  const { gameType, rulesVersion, nonce, serverSeed, closedAtMs } = race
  const { head, saltChain, voidReason } = race
  const { id, timestamp, chainTerminal, expectedHash } = proof
  const isRun = 'clientSeed' in race
  return {
    id,
    gameType,
    timestamp,
    serverSeed,
    ...(isRun && { clientSeed: race.clientSeed }),
    nonce,
    gameData: {
      rulesVersion,
      closedAtMs,
      ...(saltChain && { saltChain }),
      serverSeedHash: previousSeed(hashes, serverSeed),
      chainTerminal,
      ...(head && { head }),
      ...(voidReason && { voidReason }),
      ...(isRun && { saltBlock: race.saltBlock }),
      ...(rulesVersion === 1 && {
        weaker: isRun && isOperatorsChain(race.saltBlock),
      }),
      expectedHash,
    },
  }
}
