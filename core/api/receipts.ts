import * as z from 'zod/mini'
import type { JsonObject } from '../games/game.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { RECEIPT_DEPTH_MAX } from '../receipts/receipt.ts'
import { count, hex64, timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** Header of responses that moved coins; the body is the same in replays. */
export const RECEIPT_HEADER = 'Receipt'

/** An Ed25519 public key: 32 bytes as 64 lower-case hex characters. */
const publicKey = hex64

const members: z.ZodMiniType<JsonObject | null> = z.nullable(
  z.record(z.string(), z.json()),
)

/** A receipt, as sent in the `Receipt` header and stored by players. */
export const receipt = z.strictObject({
  player: z.uuid(),
  /** The round's id or the bet's, and else that of the transaction. */
  id: z.uuid(),
  /** Sequence number of the answer's last ledger transaction. */
  seq: z.int().check(z.positive()),
  /** Commit time. */
  timestamp,
  gameType: z.nullable(z.string()),
  /** Ledger transactions of the response, ending at `seq`. */
  transactions: z
    .array(
      z.strictObject({ type: z.string(), amount: z.int(), metadata: members }),
    )
    .check(z.minLength(1), z.maxLength(2)),
  /** Balance after the last transaction. */
  balance: coinAmount,
  /** Terms from the bet's record; null for other transactions. */
  terms: members,
  /** Random, so that the leaf's hash can't be guessed. */
  blind: hex64,
  /** Place among the statements that were signed at once. */
  index: count,
  /** Siblings from the statement's own up to the root's child. */
  path: z.array(hex64).check(z.maxLength(RECEIPT_DEPTH_MAX)),
  key: publicKey,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})
export type Receipt = z.infer<typeof receipt>

export const receiptAnswer = z.strictObject({
  /** Null if there is no such transaction. */
  receipt: z.nullable(receipt),
})

export const receiptKeys = z.strictObject({
  /** Newest first; it signs. Older keys stay valid for their receipts. */
  keys: z.array(
    z.strictObject({
      key: publicKey,
      createdAt: timestamp,
      /** When a newer key took over; absent for the one that signs. */
      replacedAt: z.optional(timestamp),
    }),
  ),
})

const route = {
  section: {
    name: 'Receipts',
    description:
      'Signed statements of a player’s transactions. Each response that moved coins has one in its `Receipt` header, as JSON.',
  },
  method: 'get',
} as const

export const readReceipt = endpoint({
  ...route,
  path: '/api/receipts',
  summary: 'Read the receipt of a transaction',
  description:
    'For the player’s own transaction `seq`, or the newest one. Signed on request, from what is stored at that time.',
  access: 'player',
  query: z.strictObject({
    /** Number of the transaction; the newest one by default. */
    seq: z.optional(
      z
        .string()
        .check(z.regex(/^[1-9]\d{0,14}$/, 'A whole number of up to 15 digits')),
    ),
  }),
  answer: receiptAnswer,
  // Each request reads and signs.
  rateLimits: [
    { requests: 'receipts', max: 120, windowMs: 60_000, per: 'player' },
  ],
  example: { query: { seq: '1' } },
})

export const listReceiptKeys = endpoint({
  ...route,
  path: '/api/receipts/keys',
  summary: 'List the public keys that receipts are signed with',
  description: 'Ed25519, the newest first.',
  access: 'public',
  answer: receiptKeys,
})
