import * as z from 'zod/mini'
import { ASSET_SYMBOLS } from '../../deposits/asset.ts'
import { count, timestamp } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import {
  ACT,
  BY_ID,
  exampleReason,
  OLDER,
  operatorPageQuery,
  pagedByNumber,
  READ,
  reason,
} from './shared.ts'

const outboxStatus = z.enum(['queued', 'sent', 'mined', 'final', 'failed'])

export const outboxQuery = z.strictObject({
  status: z.optional(outboxStatus),
  ...pagedByNumber,
})
export type OutboxQuery = z.infer<typeof outboxQuery>

/** A transaction of the operator account. */
export const operatorOutboxTransaction = z.strictObject({
  id: count,
  purpose: z.string(),
  status: outboxStatus,
  problem: z.nullable(z.enum(['no_gas', 'refused', 'fees_too_high'])),
  to: z.string(),
  /** In units of the chain's coin. */
  value: z.string(),
  nonce: z.nullable(count),
  blockNumber: z.nullable(count),
  /** Signed versions, newest first; the chain includes one of them. */
  hashes: z.array(z.string()),
  createdAt: timestamp,
  changedAt: timestamp,
})
export type OperatorOutboxTransaction = z.infer<
  typeof operatorOutboxTransaction
>

/** Balance of the operator account; null before it is first read. */
export const gasState = z.strictObject({
  address: z.string(),
  /** In units of the chain's coin, as is the mark that an alarm starts below. */
  balance: z.nullable(z.string()),
  lowMark: z.nullable(z.string()),
  isLow: z.boolean(),
  seenAt: z.nullable(timestamp),
})
export type GasState = z.infer<typeof gasState>

export const sweepPlanRequest = z.strictObject({
  /** All assets by default, from their smallest deposits on. */
  asset: z.optional(z.enum(ASSET_SYMBOLS)),
  /** In units of that asset. */
  minimum: z.optional(
    z.string().check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,18})?$/)),
  ),
})
export type SweepPlanRequest = z.infer<typeof sweepPlanRequest>

const move = z.strictObject({
  wallet: z.string(),
  asset: z.enum(ASSET_SYMBOLS),
  amount: z.string(),
})

export const operatorSweepPlan = z.strictObject({
  treasury: z.string(),
  moves: z.array(move),
  /** Total fees, and the part paid by the operator account; in the chain's coin. */
  cost: z.string(),
  funding: z.string(),
})
export type OperatorSweepPlan = z.infer<typeof operatorSweepPlan>

export const operatorSweep = z.strictObject({
  id: count,
  treasury: z.string(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  doneAt: z.nullable(timestamp),
  moves: count,
  /** Moves that have ended, successful or not. */
  movesDone: count,
})
export type OperatorSweep = z.infer<typeof operatorSweep>

export const operatorSweeps = z.strictObject({ sweeps: z.array(operatorSweep) })

const operatorSweepMove = z.extend(move, {
  status: z.enum(['planned', 'sent', 'mined', 'final', 'skipped', 'lost']),
  problem: z.nullable(z.string()),
  txHash: z.nullable(z.string()),
  /** Fee paid by the wallet, in the chain's coin. */
  fee: z.nullable(z.string()),
})

export const operatorSweepDetails = z.strictObject({
  sweep: operatorSweep,
  moves: z.array(operatorSweepMove),
})
export type OperatorSweepDetails = z.infer<typeof operatorSweepDetails>

export const listOutbox = endpoint({
  ...READ,
  path: '/api/operator/outbox',
  summary: 'List transactions of the operator account, newest first',
  description: BY_ID,
  query: outboxQuery,
  answer: z.strictObject({ transactions: z.array(operatorOutboxTransaction) }),
  example: { query: { status: 'final' } },
})

export const listSweeps = endpoint({
  ...READ,
  path: '/api/operator/sweeps',
  summary: 'List sweeps, newest first',
  description: OLDER,
  query: operatorPageQuery,
  answer: operatorSweeps,
  example: { query: { before: '1000' } },
})

export const readSweep = endpoint({
  ...READ,
  path: '/api/operator/sweeps/{id}',
  summary: 'Read a sweep, with its moves',
  params: z.strictObject({
    id: z.string().check(z.regex(/^\d{1,9}$/, 'A sweep’s number')),
  }),
  answer: operatorSweepDetails,
  refusals: ['not_found'],
  example: { params: { id: '1' } },
})

const sweep = {
  ...ACT,
  scope: 'sweep',
  refusals: ['illegal_action', 'unavailable'],
} as const

export const planSweep = endpoint({
  ...sweep,
  path: '/api/operator/sweeps/plan',
  summary: 'Plan a sweep, without doing anything',
  body: sweepPlanRequest,
  answer: operatorSweepPlan,
  example: { body: { asset: 'tBNB' } },
})

export const startSweep = endpoint({
  ...sweep,
  path: '/api/operator/sweeps',
  summary: "Move the balances of players' wallets to the treasury",
  description: 'Runs in whichever process leads; one at a time.',
  body: z.extend(sweepPlanRequest, { reason }),
  status: 201,
  answer: operatorSweepDetails,
  example: { body: { asset: 'tBNB', reason: exampleReason } },
})
