import * as z from 'zod/mini'
import type { GameType } from '../games/registry.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { count, timestamp } from './fields.ts'

/**
 * A `bet` starts a round and has the id that verifies it. A `raise` is what a
 * hand asks for later: its `metadata` names the round and the action. That of a
 * `prize` names the week of the leaderboard and the place.
 */
export const transactionType = z.enum([
  'bet',
  'raise',
  'win',
  'refund',
  'grant',
  'prize',
  'reset',
  'deposit',
  'reversal',
])
export type TransactionType = z.infer<typeof transactionType>

/** What players bet on that is no round of a game. */
export const OTHER_BETS = ['Horse Race', 'Sports Bet'] as const

/** All that coins are bet on: the games of rounds, races and sports. */
export type AnyGameType = GameType | (typeof OTHER_BETS)[number]

/** What a decided bet has cost in all, and what came back of it, in coins. */
export const settlement = z.strictObject({
  stake: coinAmount,
  payout: coinAmount,
})
export type Settlement = z.infer<typeof settlement>

/** One transaction of a player's coins. */
export const transaction = z.strictObject({
  id: z.uuid(),
  /** Counts the player's transactions without gaps, from 1. */
  seq: count,
  type: transactionType,
  /** Any name: a page may be older than a game. */
  gameType: z.nullable(z.string()),
  /** Signed: negative when coins leave the player. */
  amount: z.int(),
  balanceAfter: coinAmount,
  timestamp,
  metadata: z.nullable(z.record(z.string(), z.json())),
  /** Of a `bet`: null while it is open. No other transaction has one. */
  settlement: z.optional(z.nullable(settlement)),
})
export type Transaction = z.infer<typeof transaction>

export const transactions = z.array(transaction)
