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
import { count, hex64, timestamp } from './fields.ts'
import { recordAnchor } from './record-anchor.ts'

const jsonObject = z.record(z.string(), z.unknown())

const fields = {
  id: z.uuid(),
  gameType: z.literal(RACE_GAME_TYPE),
  timestamp,
  outcome: z.string(),
  /** Of the race. */
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

/** Known once it is over. */
const settled = {
  /** Absent if no node answered, and in version 1. */
  head: z.exactOptional(chainHead),
  /** Present in void races from version 2 on. */
  voidReason: z.exactOptional(voidReason),
  /** Left out, as is the client seed, where the race is void. */
  saltBlock: z.exactOptional(saltBlock),
  /** Present in version 1 only; redundant with the salt block's chain. */
  weaker: z.exactOptional(z.boolean()),
  outcome: jsonObject,
  expectedHash: hex64,
  verifiedHash: hex64,
  /** Left out where the end of the seed chain is on no chain of blocks. */
  anchor: z.exactOptional(recordAnchor),
}

const seeds = {
  serverSeed: hex64,
  /** The salt: the hash of the salt block without 0x. */
  clientSeed: z.exactOptional(hex64),
}

/** What a record of a bet says beside its race. */
const betData = {
  raceId: z.uuid(),
  /** The request that placed it. */
  bet: jsonObject,
  /** Among the accepted bets of the race, from 0. */
  index: count,
}

/** GET /api/verify/{id} with the id of a race that is over. */
export const raceRecord = z.strictObject({
  ...fields,
  ...seeds,
  gameData: z.looseObject({ ...announced, ...settled }),
})
export type RaceRecord = z.infer<typeof raceRecord>

/** GET /api/verify/{id} with the id of a bet on such a race. */
export const raceBetRecord = z.strictObject({
  ...fields,
  ...seeds,
  betAmount: coinAmount,
  gameData: z.looseObject({ ...announced, ...betData, ...settled }),
})
export type RaceBetRecord = z.infer<typeof raceBetRecord>

/** Of a race that is not over: no seed, no salt. */
export const openRaceRecord = z.strictObject({
  ...fields,
  gameData: z.strictObject(announced),
})
export type OpenRaceRecord = z.infer<typeof openRaceRecord>

/** Of a bet on such a race. */
export const openRaceBetRecord = z.strictObject({
  ...fields,
  betAmount: coinAmount,
  gameData: z.strictObject({ ...announced, ...betData }),
})
export type OpenRaceBetRecord = z.infer<typeof openRaceBetRecord>

/** Of either, while the race is not over. */
export const unfinishedRaceRecord = z.union([openRaceBetRecord, openRaceRecord])
export type UnfinishedRaceRecord = OpenRaceRecord | OpenRaceBetRecord

/** Of either, once it is over. */
export type FinishedRaceRecord = RaceRecord | RaceBetRecord

const ofRace = z.looseObject({ gameType: z.literal(RACE_GAME_TYPE) })
const ofBet = z.looseObject({ betAmount: coinAmount })

/** Whether something, record or not, says that it is of a race. */
export function isOfRace(something: unknown): boolean {
  return ofRace.safeParse(something).success
}

/** Reads the record of a race that is over or of a bet on one; a record with a stake is of a bet. */
export function parsedRaceRecord(
  something: unknown,
): z.core.util.SafeParseResult<FinishedRaceRecord> {
  return ofBet.safeParse(something).success
    ? raceBetRecord.safeParse(something)
    : raceRecord.safeParse(something)
}

/** Whether a record is that of a race or of a bet on one. */
export function isRaceRecord<R extends { gameType: string }>(
  record: R,
): record is Extract<R, { gameType: typeof RACE_GAME_TYPE }> {
  return record.gameType === RACE_GAME_TYPE
}

/** What a record says beside what its race or bet came to. */
export type RaceProof = {
  /** The code of the record. */
  id: string
  /** When it was settled, ISO 8601. */
  timestamp: string
  chainTerminal: RaceRecord['gameData']['chainTerminal']
  /** The hash written down when it was settled. */
  expectedHash: string
}

/** The record that the API answers of a race that is over. */
export function raceRecordOf(
  hashes: Hashes,
  race: SettledRace,
  proof: RaceProof,
): RaceRecord {
  const verifiedHash = settledHash(hashes, race)
  const { gameData, ...fields } = common(hashes, race, proof)
  return {
    ...fields,
    outcome: describeRace(race.outcome),
    gameData: { ...gameData, outcome: race.outcome, verifiedHash },
  }
}

/** The record that the API answers of a bet on a race that is over. */
export function raceBetRecordOf(
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
