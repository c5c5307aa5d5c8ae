import * as z from 'zod/mini'
import { count, timestamp } from '../../schemas/fields.ts'
import { shownAnchor } from '../anchors.ts'
import { endpoint } from '../endpoint.ts'
import { restore } from '../fairness.ts'
import {
  ACT,
  exampleReason,
  OLDER,
  operatorPageQuery,
  READ,
  reason,
  reasonRequest,
} from './shared.ts'

/** Coins of the house account. */
export const bankroll = z.strictObject({
  house: z.int(),
  /** Reserved for open bets. */
  held: z.int(),
  /** Coins that no open bet can claim. */
  free: z.int(),
  jackpot: z.int(),
})
export type OperatorBankroll = z.infer<typeof bankroll>

export const operatorLedgerAudit = z.strictObject({
  at: timestamp,
  /** The claims that are violated. */
  findings: z.array(z.strictObject({ name: z.string(), violations: count })),
})
export type OperatorLedgerAudit = z.infer<typeof operatorLedgerAudit>

export const listAnchors = endpoint({
  ...READ,
  path: '/api/operator/anchors',
  summary: 'List anchored roots, newest first',
  description: OLDER,
  query: operatorPageQuery,
  answer: z.strictObject({ anchors: z.array(shownAnchor) }),
  example: { query: { before: '1000' } },
})

export const readLedgerAudit = endpoint({
  ...READ,
  path: '/api/operator/ledger-audit',
  summary: 'Read the findings of the last audit of the ledger',
  /** Null before the first audit. */
  answer: z.strictObject({ audit: z.nullable(operatorLedgerAudit) }),
})

const act = { ...ACT, scope: 'house' } as const

export const auditLedger = endpoint({
  ...act,
  path: '/api/operator/ledger-audit',
  summary: 'Audit the ledger now',
  description:
    'Reads the whole ledger. Findings raise an alarm until an audit finds none.',
  answer: operatorLedgerAudit,
  rateLimits: [
    { requests: 'audits', max: 6, windowMs: 60_000, per: 'network' },
  ],
})

export const topUp = endpoint({
  ...act,
  path: '/api/operator/house/top-up',
  summary: 'Grant the house coins',
  body: z.strictObject({
    coins: z
      .int('Enter a whole number of coins')
      .check(z.minimum(1), z.maximum(1_000_000_000_000)),
    reason,
  }),
  answer: bankroll,
  example: { body: { coins: 1000, reason: exampleReason } },
})

export const settleRestore = endpoint({
  ...act,
  path: '/api/operator/restores',
  summary: 'Resume bets on a restored backup',
  description:
    'Gives every player a new stream key, epoch and client seed, ends open rounds, and shows players the reason.',
  body: reasonRequest,
  answer: restore,
  example: { body: { reason: exampleReason } },
})
