import * as z from 'zod/mini'
import { clientSeed } from '../api/fairness.ts'
import type { Round } from '../fairness/round.ts'
import type { Game } from '../games/game.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { count, hex64, recordVersion, timestamp } from '../schemas/fields.ts'
import { recordAnchor } from './record-anchor.ts'

const jsonObject = z.record(z.string(), z.unknown())

/**
 * Fields to replay a round. `gameData` also repeats the fields of the outcome,
 * such as a flip's `result`.
 */
const gameData = {
  /** Player id in the Merkle leaf. */
  player: z.uuid(),
  rulesVersion: count,
  /** Request that started the round. */
  bet: jsonObject,
  serverSeedHash: hex64,
  epoch: count,
  epochRoot: hex64,
  epochPath: z.array(hex64),
  weaker: z.boolean(),
}

const roundRecord = {
  version: recordVersion,
  id: z.uuid(),
  gameType: z.string(),
  timestamp,
  betAmount: coinAmount,
  outcome: z.string(),
  nonce: count,
}

export const verificationRecord = z.strictObject({
  ...roundRecord,
  serverSeed: hex64,
  clientSeed,
  gameData: z.looseObject({
    ...gameData,
    /** Actions after the start; absent if there are none. */
    actions: z.optional(z.array(jsonObject)),
    draws: z.array(count),
    outcome: jsonObject,
    payout: coinAmount,
    expectedHash: hex64,
    verifiedHash: hex64,
    /** Absent if the epoch's root is not anchored. */
    anchor: z.exactOptional(recordAnchor),
  }),
})
export type VerificationRecord = z.infer<typeof verificationRecord>

/** Record of an open round, without anything that reveals its draws. */
export const openRecord = z.strictObject({
  ...roundRecord,
  gameData: z.strictObject(gameData),
})
export type OpenRecord = z.infer<typeof openRecord>

/** Record that can be shown, but not replayed if seeds or nonce are missing. */
export const shownRecord = z.partial(verificationRecord, {
  serverSeed: true,
  clientSeed: true,
  nonce: true,
})

/** Record of a round, open or finished. */
export const publicRecord = z.union([openRecord, shownRecord])
export type PublicRecord = z.infer<typeof publicRecord>

/** Fields of a record in addition to its round. */
export type RoundProof = Pick<
  VerificationRecord['gameData'],
  | 'player'
  | 'serverSeedHash'
  | 'epoch'
  | 'epochRoot'
  | 'epochPath'
  | 'weaker'
  | 'expectedHash'
  | 'verifiedHash'
> & {
  id: string
  /** Time of settlement, ISO 8601. */
  timestamp: string
}

/** Builds the record of a finished round. */
export function toRoundRecord(
  game: Pick<Game, 'describe'>,
  round: Round,
  { id, timestamp, ...proof }: RoundProof,
): VerificationRecord {
  const { actions, bet, draws, gameType, outcome, rulesVersion } = round
  const { clientSeed, nonce, serverSeed } = round
  return {
    id,
    gameType,
    timestamp,
    betAmount: bet.betAmount,
    outcome: game.describe(outcome),
    serverSeed,
    clientSeed,
    nonce,
    gameData: {
      ...outcome,
      ...proof,
      rulesVersion,
      bet,
      ...(actions && { actions: [...actions] }),
      draws,
      outcome,
    },
  }
}

/** True if a record has the requested id, ignoring case. */
export function isOfRound({ id }: { id: string }, requested: string): boolean {
  return id.toLowerCase() === requested.toLowerCase()
}

/** True for records of open rounds. */
export function isOpen(record: PublicRecord): record is OpenRecord {
  return !('outcome' in record.gameData)
}
