import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { count, timestamp } from './fields.ts'

/**
 * A `bet` starts a round and has the id that verifies it. A `raise` is what a
 * hand asks for later: its `metadata` names the round and the action.
 */
export const transactionType = z.enum([
  'bet',
  'raise',
  'win',
  'refund',
  'grant',
  'reset',
  'deposit',
  'reversal',
])
export type TransactionType = z.infer<typeof transactionType>

const gameType = z.enum([
  'Slot Machine',
  'Coin Flip',
  'Blackjack',
  'Hi-Lo',
  'Horse Race',
  'Sports Bet',
])
/** All that coins are bet on: the games of rounds, races and sports. */
export type AnyGameType = z.infer<typeof gameType>

/** One movement of a player's coins. */
export const transaction = z.strictObject({
  id: z.uuid(),
  /** Counts the player's movements without gaps, from 1. */
  seq: count,
  type: transactionType,
  gameType: z.nullable(gameType),
  /** Signed: negative when coins leave the player. */
  amount: z.int(),
  balanceAfter: coinAmount,
  timestamp,
  metadata: z.nullable(z.record(z.string(), z.json())),
})
export type Transaction = z.infer<typeof transaction>

export const transactions = z.array(transaction)

/** GET /api/transactions?before=&type=&gameType= */
export const transactionsQuery = z.strictObject({
  before: z.optional(
    z.string().check(z.regex(/^\d{1,15}$/, 'A sequence number')),
  ),
  type: z.optional(transactionType),
  gameType: z.optional(gameType),
})
export type TransactionsQuery = z.infer<typeof transactionsQuery>
