import * as z from 'zod/mini'
import { type GameRegistry, registry } from '../games/registry.ts'
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

/** What players bet on that is no round of a game. */
const OTHER_BETS = ['Horse Race', 'Sports Bet']

/** What a bet can be on, where a house has these games. */
function betTypes({ games }: GameRegistry) {
  const names = games.map(({ gameType }) => gameType)
  return z.enum([...new Set([...names, ...OTHER_BETS])])
}
/** All that coins are bet on: the games of rounds, races and sports. */
export type AnyGameType = z.infer<ReturnType<typeof betTypes>>

/** One movement of a player's coins. */
export const transaction = z.strictObject({
  id: z.uuid(),
  /** Counts the player's movements without gaps, from 1. */
  seq: count,
  type: transactionType,
  gameType: z.nullable(betTypes(registry)),
  /** Signed: negative when coins leave the player. */
  amount: z.int(),
  balanceAfter: coinAmount,
  timestamp,
  metadata: z.nullable(z.record(z.string(), z.json())),
})
export type Transaction = z.infer<typeof transaction>

export const transactions = z.array(transaction)

/** GET /api/transactions?before=&type=&gameType= */
export function transactionsQueryIn(games: GameRegistry) {
  return z.strictObject({
    before: z.optional(
      z.string().check(z.regex(/^\d{1,15}$/, 'A sequence number')),
    ),
    type: z.optional(transactionType),
    gameType: z.optional(betTypes(games)),
  })
}
export type TransactionsQuery = z.infer<ReturnType<typeof transactionsQueryIn>>
