import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import type { GameType } from '../games/registry.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { count, storedText, timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/**
 * A `bet` starts a round and has the id of its record. A `raise` is a further
 * stake of a round: its `metadata` names the round and the action. That of a
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

/** Game types of bets that are not rounds. */
export const OTHER_BETS = ['Horse Race', 'Sports Bet'] as const

/** Game types of all bets: rounds, races and sports. */
export type AnyGameType = GameType | (typeof OTHER_BETS)[number]

/** Total stake and payout of a decided bet, in coins. */
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
  /** Any string, since a page may be older than a game. */
  gameType: z.nullable(z.string()),
  /** Signed: negative when coins leave the player. */
  amount: z.int(),
  balanceAfter: coinAmount,
  timestamp,
  metadata: z.nullable(z.record(z.string(), z.json())),
  /** Null while the `bet` is open; absent for other transactions. */
  settlement: z.optional(z.nullable(settlement)),
})
export type Transaction = z.infer<typeof transaction>

export const transactions = z.array(transaction)

export const TRANSACTIONS_PAGE_SIZE = 50

/** ISO 8601, UTC, and a year that every database has. */
const moment = timestamp.check(
  z.refine((text) => text >= '1970', 'A time since 1970'),
)

const summaryQuery = z.strictObject({
  gameType: z.optional(storedText(64)),
  /** Inclusive. */
  from: z.optional(moment),
  /** Exclusive. */
  to: z.optional(moment),
})
export type SummaryQuery = z.infer<typeof summaryQuery>

const exportQuery = z.extend(summaryQuery, {
  type: z.optional(transactionType),
})
export type ExportQuery = z.infer<typeof exportQuery>

export const transactionsQuery = z.extend(exportQuery, {
  before: z.optional(
    z.string().check(z.regex(/^\d{1,15}$/, 'A sequence number')),
  ),
  /** Id of a bet. */
  id: z.optional(z.uuid()),
})
export type TransactionsQuery = z.infer<typeof transactionsQuery>

/** A player's totals of one game over a period, in coins. */
const gameSummary = z.strictObject({
  /** Any string, since a page may be older than a game. */
  gameType: z.string(),
  bets: count,
  stake: count,
  /** Payouts and refunds, minus compensating entries. */
  payout: z.int(),
})
export type GameSummary = z.infer<typeof gameSummary>

/** Profit of all bets up to a time, in coins. */
const curvePoint = z.strictObject({ at: timestamp, profit: z.int() })
export type CurvePoint = z.infer<typeof curvePoint>

export const playSummary = z.strictObject({
  /** Ordered by name. */
  games: z.array(gameSummary),
  /** Oldest first, downsampled to a few hundred points. */
  curve: z.array(curvePoint),
})
export type PlaySummary = z.infer<typeof playSummary>

const route = {
  section: {
    name: 'History',
    description: "A player's ledger transactions.",
  },
  method: 'get',
  access: 'player',
} as const

export const listTransactions = endpoint({
  ...route,
  path: '/api/transactions',
  summary: 'List transactions, newest first',
  description:
    'Pages of 50; pass the last `seq` as `before` to get the next page.',
  query: transactionsQuery,
  answer: transactions,
  example: { query: { before: '1000', type: 'grant' } },
})

export const readPlaySummary = endpoint({
  ...route,
  path: '/api/transactions/summary',
  summary: 'Read totals by game and the profit curve',
  query: summaryQuery,
  answer: playSummary,
  example: { query: { from: '2026-01-01T00:00:00Z' } },
})

export const exportTransactions = endpoint({
  ...route,
  path: '/api/transactions/export',
  summary: 'Export transactions as CSV',
  query: exportQuery,
  file: 'text/csv',
  // Each request reads a whole history.
  rateLimits: [
    { requests: 'files', max: 20, windowMs: 10 * MINUTE_MS, per: 'player' },
  ],
  example: { query: { type: 'bet' } },
})
