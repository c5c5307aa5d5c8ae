import * as z from 'zod/mini'
import { clientSeed } from './fairness.ts'
import { coinAmount, count, hex64, timestamp } from './fields.ts'

const jsonObject = z.record(z.string(), z.unknown())

/**
 * GET /api/verify/{id}: all that anyone needs to replay a finished round.
 * `gameData` also repeats the outcome's own fields (a coin flip's `result`).
 */
export const verificationRecord = z.strictObject({
  id: z.uuid(),
  gameType: z.string(),
  timestamp,
  betAmount: coinAmount,
  outcome: z.string(),
  serverSeed: hex64,
  clientSeed,
  nonce: count,
  gameData: z.looseObject({
    /** The player's id, as it stands in the Merkle leaf. */
    player: z.uuid(),
    rulesVersion: count,
    /** The request that started the round. */
    bet: jsonObject,
    draws: z.array(count),
    outcome: jsonObject,
    payout: coinAmount,
    serverSeedHash: hex64,
    epoch: count,
    epochRoot: hex64,
    epochPath: z.array(hex64),
    weaker: z.boolean(),
    expectedHash: hex64,
    verifiedHash: hex64,
  }),
})
export type VerificationRecord = z.infer<typeof verificationRecord>

/** A record that may lack its seeds or its nonce: it can be shown, not replayed. */
export const shownRecord = z.partial(verificationRecord, {
  serverSeed: true,
  clientSeed: true,
  nonce: true,
})
export type ShownRecord = z.infer<typeof shownRecord>
