import * as z from 'zod/mini'
import { ASSET_SYMBOLS } from '../../deposits/asset.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { count, timestamp } from '../fields.ts'
import { transaction } from '../../api/history.ts'
import { depositStatus, recheckRequest } from '../../api/wallet.ts'
import { pagedById } from './paging.ts'
import { reason } from './reason.ts'

/** GET /api/operator/deposits, newest first. */
export const operatorDepositsQuery = z.strictObject({
  status: z.optional(depositStatus),
  /** A player's id. */
  player: z.optional(z.uuid()),
  asset: z.optional(z.enum(ASSET_SYMBOLS)),
  txHash: z.optional(recheckRequest.shape.txHash),
  ...pagedById,
})
export type OperatorDepositsQuery = z.infer<typeof operatorDepositsQuery>

/** GET /api/operator/unattributed: deposits that no transaction explains. */
export const unattributedQuery = z.strictObject({
  status: z.optional(depositStatus),
  ...pagedById,
})

/** A payment to a player's wallet. */
export const operatorDeposit = z.strictObject({
  id: z.uuid(),
  userId: z.uuid(),
  username: z.string(),
  wallet: z.string(),
  asset: z.enum(ASSET_SYMBOLS),
  /** In units of the asset, exact. */
  amount: z.string(),
  /** What its transaction says, where that is not what arrived. */
  claimed: z.nullable(z.string()),
  /** Null where no single transaction explains it. */
  txHash: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  blockNumber: count,
  confirmations: count,
  coinsPerUnit: count,
  /** What it brought, or will bring. */
  coins: coinAmount,
  /** Coins that reversals found no longer there, and the house still bears. */
  absorbed: coinAmount,
  status: depositStatus,
  /** As the player is told it. */
  reason: z.nullable(z.string()),
  createdAt: timestamp,
  confirmedAt: z.nullable(timestamp),
  /** Of an earlier chain instance: nothing becomes of it any more. */
  isHistory: z.boolean(),
  /** Whether the rules leave it to the operator. */
  isDecidable: z.boolean(),
})
export type OperatorDeposit = z.infer<typeof operatorDeposit>

export const operatorDeposits = z.strictObject({
  deposits: z.array(operatorDeposit),
})

export const depositParams = z.strictObject({ id: z.uuid() })

/** One of the conditions of a credit. */
export const depositCheck = z.strictObject({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'waiting', 'unknown']),
  detail: z.string(),
})
export type DepositCheck = z.infer<typeof depositCheck>

/** GET /api/operator/deposits/{id} */
export const operatorDepositDetails = z.strictObject({
  deposit: operatorDeposit,
  /** What credits wait for, in the order in which they are looked at. */
  checks: z.array(depositCheck),
  /** The oldest first. */
  timeline: z.array(z.strictObject({ at: timestamp, event: z.string() })),
  /** What it has moved, newest first. */
  transactions: z.array(transaction),
})
export type OperatorDepositDetails = z.infer<typeof operatorDepositDetails>

/** POST /api/operator/deposits/{id}/decide */
export const depositDecisionRequest = z.strictObject({
  decision: z.enum(['credit', 'reject']),
  reason,
})
export type DepositDecision = z.infer<typeof depositDecisionRequest>['decision']

/** What a wallet holds beyond all deposits, seen at one block so far. */
export const depositGap = z.strictObject({
  wallet: z.string(),
  asset: z.enum(ASSET_SYMBOLS),
  amount: z.string(),
  blockNumber: count,
  seenAt: timestamp,
})
export type DepositGap = z.infer<typeof depositGap>

export const operatorUnattributed = z.strictObject({
  deposits: z.array(operatorDeposit),
  /** They become deposits when a later block shows them too. */
  gaps: z.array(depositGap),
})
