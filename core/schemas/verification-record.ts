import * as z from 'zod/mini'
import { clientSeed } from '../api/fairness.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { count, hex64, timestamp } from './fields.ts'
import { recordAnchor } from './record-anchor.ts'

const jsonObject = z.record(z.string(), z.unknown())

/**
 * GET /api/verify/{id}: all that anyone needs to replay a finished round.
 * `gameData` also repeats the outcome's own fields, such as a flip's `result`.
 */
const gameData = {
  /** The player's id, as it stands in the Merkle leaf. */
  player: z.uuid(),
  rulesVersion: count,
  /** The request that started the round. */
  bet: jsonObject,
  serverSeedHash: hex64,
  epoch: count,
  epochRoot: hex64,
  epochPath: z.array(hex64),
  weaker: z.boolean(),
}

const roundRecord = {
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
    /** What was done after the start; left out where that was nothing. */
    actions: z.optional(z.array(jsonObject)),
    draws: z.array(count),
    outcome: jsonObject,
    payout: coinAmount,
    expectedHash: hex64,
    verifiedHash: hex64,
    /** Left out where the epoch's root is on no chain. */
    anchor: z.exactOptional(recordAnchor),
  }),
})
export type VerificationRecord = z.infer<typeof verificationRecord>

/** Of a round that is not over: nothing of what is to come. */
export const openRecord = z.strictObject({
  ...roundRecord,
  gameData: z.strictObject(gameData),
})
export type OpenRecord = z.infer<typeof openRecord>

/** A record that may lack its seeds or its nonce: it can be shown, not replayed. */
export const shownRecord = z.partial(verificationRecord, {
  serverSeed: true,
  clientSeed: true,
  nonce: true,
})
export type ShownRecord = z.infer<typeof shownRecord>

/** Whatever GET /api/verify/{id} answers of a round. */
export const publicRecord = z.union([openRecord, shownRecord])
export type PublicRecord = z.infer<typeof publicRecord>

/** Whether a record is of the round that was asked for by its id, in either case. */
export function isOfRound({ id }: { id: string }, asked: string): boolean {
  return id.toLowerCase() === asked.toLowerCase()
}

/** Whether a record is of a round that is not over. */
export function isOpen(record: PublicRecord): record is OpenRecord {
  return !('outcome' in record.gameData)
}
