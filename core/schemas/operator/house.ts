import * as z from 'zod/mini'
import { shownAnchor } from '../../api/anchors.ts'
import { count, timestamp } from '../fields.ts'
import { reason } from './reason.ts'

/** What the house has, in coins. */
export const bankroll = z.strictObject({
  house: z.int(),
  /** Reserved for what is not over. */
  held: z.int(),
  /** What nothing can claim. */
  free: z.int(),
  jackpot: z.int(),
})
export type OperatorBankroll = z.infer<typeof bankroll>

/** POST /api/operator/house/top-up */
export const topUpRequest = z.strictObject({
  coins: z
    .int('Coins are whole')
    .check(z.minimum(1), z.maximum(1_000_000_000_000)),
  reason,
})

/** POST /api/operator/ledger-audit */
export const operatorLedgerAudit = z.strictObject({
  at: timestamp,
  /** The claims that are violated. */
  findings: z.array(z.strictObject({ name: z.string(), violations: count })),
})
export type OperatorLedgerAudit = z.infer<typeof operatorLedgerAudit>

/** GET /api/operator/ledger-audit; null before the first audit. */
export const operatorLastAudit = z.strictObject({
  audit: z.nullable(operatorLedgerAudit),
})

/** GET /api/operator/anchors */
export const operatorAnchors = z.strictObject({ anchors: z.array(shownAnchor) })
