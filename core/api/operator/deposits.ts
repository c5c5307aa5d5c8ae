import * as z from 'zod/mini'
import { ASSET_SYMBOLS } from '../../deposits/asset.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { count, timestamp } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { transaction } from '../history.ts'
import { depositStatus, recheckRequest } from '../wallet.ts'
import {
  ACT,
  BY_ID,
  exampleReason,
  pagedById,
  READ,
  reason,
  reasonRequest,
} from './shared.ts'

export const operatorDepositsQuery = z.strictObject({
  status: z.optional(depositStatus),
  player: z.optional(z.uuid()),
  asset: z.optional(z.enum(ASSET_SYMBOLS)),
  txHash: z.optional(recheckRequest.shape.txHash),
  ...pagedById,
})
export type OperatorDepositsQuery = z.infer<typeof operatorDepositsQuery>

export const operatorDeposit = z.strictObject({
  id: z.uuid(),
  userId: z.uuid(),
  username: z.string(),
  wallet: z.string(),
  asset: z.enum(ASSET_SYMBOLS),
  /** In units of the asset, exact. */
  amount: z.string(),
  /** Amount in the transaction, if less arrived. */
  claimed: z.nullable(z.string()),
  /** Null if no single transaction explains the deposit. */
  txHash: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  blockNumber: count,
  confirmations: count,
  coinsPerUnit: count,
  /** Coins credited, or to be credited. */
  coins: coinAmount,
  /** Coins already spent when the deposit was reversed; the house absorbs them. */
  absorbed: coinAmount,
  status: depositStatus,
  /** Shown to the player. */
  reason: z.nullable(z.string()),
  createdAt: timestamp,
  confirmedAt: z.nullable(timestamp),
  /** True for a deposit of an earlier chain instance, which never changes. */
  isHistory: z.boolean(),
  /** True when the rules leave the decision to an operator. */
  isDecidable: z.boolean(),
})
export type OperatorDeposit = z.infer<typeof operatorDeposit>

export const operatorDeposits = z.strictObject({
  deposits: z.array(operatorDeposit),
})

/** One of the conditions of a credit. */
export const depositCheck = z.strictObject({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'waiting', 'unknown']),
  detail: z.string(),
})
export type DepositCheck = z.infer<typeof depositCheck>

export const operatorDepositDetails = z.strictObject({
  deposit: operatorDeposit,
  /** Conditions of the credit, in the order in which they are checked. */
  checks: z.array(depositCheck),
  /** Oldest first. */
  timeline: z.array(z.strictObject({ at: timestamp, event: z.string() })),
  /** Ledger transactions, newest first. */
  transactions: z.array(transaction),
})
export type OperatorDepositDetails = z.infer<typeof operatorDepositDetails>

export const depositDecisionRequest = z.strictObject({
  decision: z.enum(['credit', 'reject']),
  reason,
})
export type DepositDecision = z.infer<typeof depositDecisionRequest>['decision']

/** Wallet balance beyond all deposits, seen at one block so far. */
export const depositGap = z.strictObject({
  wallet: z.string(),
  asset: z.enum(ASSET_SYMBOLS),
  amount: z.string(),
  blockNumber: count,
  seenAt: timestamp,
})
export type DepositGap = z.infer<typeof depositGap>

export const listDeposits = endpoint({
  ...READ,
  path: '/api/operator/deposits',
  summary: 'List deposits, newest first',
  description: BY_ID,
  query: operatorDepositsQuery,
  answer: operatorDeposits,
  example: { query: { status: 'pending' } },
})

export const listUnattributed = endpoint({
  ...READ,
  path: '/api/operator/unattributed',
  summary: 'List deposits without a matching transaction, newest first',
  description: `Includes wallet balances that exceed all deposits, seen at one block so far. ${BY_ID}`,
  query: z.strictObject({ status: z.optional(depositStatus), ...pagedById }),
  answer: z.strictObject({
    deposits: z.array(operatorDeposit),
    /** They become deposits when a later block shows them too. */
    gaps: z.array(depositGap),
  }),
  example: { query: { status: 'pending' } },
})

const one = {
  params: z.strictObject({ id: z.uuid() }),
  example: { params: { id: '01936f4e-5a00-7000-8000-000000000000' } },
}

export const readDeposit = endpoint({
  ...READ,
  ...one,
  path: '/api/operator/deposits/{id}',
  summary: 'Read a deposit, with its checks and its timeline',
  description: 'Reads the state of the payment from the chain.',
  answer: operatorDepositDetails,
  refusals: ['not_found'],
})

const act = { ...ACT, ...one, scope: 'deposits' } as const

export const recheckDeposit = endpoint({
  ...act,
  path: '/api/operator/deposits/{id}/recheck',
  summary: 'Recheck a deposit',
  description: 'Applies the usual rules immediately.',
  body: reasonRequest,
  answer: operatorDeposit,
  refusals: ['not_found', 'illegal_action', 'unavailable'],
  example: { ...one.example, body: { reason: exampleReason } },
})

export const decideDeposit = endpoint({
  ...act,
  path: '/api/operator/deposits/{id}/decide',
  summary: 'Credit or reject a deposit that the rules leave to the operator',
  description:
    'For deposits with `isDecidable`: they have all confirmations, and wait for room in a balance, or for nodes that lack old state or contradict each other. A credit is posted like any other. Payments from the casino’s own accounts, or ones that are not on the chain, cannot be credited. The player sees the reason for a rejection. Repeating a decision changes nothing.',
  body: depositDecisionRequest,
  answer: operatorDeposit,
  refusals: ['not_found', 'illegal_action', 'balance_limit', 'unavailable'],
  example: {
    ...one.example,
    body: { decision: 'credit', reason: exampleReason },
  },
})
