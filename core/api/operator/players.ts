import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { storedText, timestamp } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { transactions } from '../history.ts'
import { limitsAnswer } from '../limits.ts'
import {
  ACT,
  BY_ID,
  exampleReason,
  operatorPageQuery,
  pagedById,
  READ,
  reasonRequest,
} from './shared.ts'

export const PLAYER_STATES = ['frozen', 'closed', 'operator'] as const

export const playersQuery = z.strictObject({
  /** Prefix of a username. */
  search: z.optional(storedText(64)),
  state: z.optional(z.enum(PLAYER_STATES)),
  /** Newest accounts first by default. */
  order: z.optional(z.enum(['last_bet'])),
  ...pagedById,
})
export type PlayersQuery = z.infer<typeof playersQuery>

export const operatorAccount = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(['player', 'operator']),
  balance: coinAmount,
  createdAt: timestamp,
  /** The UTC day of the latest bet or move in a game; null before the first. */
  lastBetOn: z.nullable(z.iso.date()),
  closedAt: z.nullable(timestamp),
  /** Null unless the account is frozen. */
  frozen: z.nullable(z.strictObject({ at: timestamp, reason: z.string() })),
})
export type OperatorAccount = z.infer<typeof operatorAccount>

export const operatorPlayer = z.extend(operatorAccount, {
  /** Payouts less stakes of settled bets, in coins. */
  profit: z.int(),
  openStakes: coinAmount,
})
export type OperatorPlayer = z.infer<typeof operatorPlayer>

export const operatorPlayers = z.strictObject({
  players: z.array(operatorPlayer),
})

export const operatorPlayerDetails = z.strictObject({
  player: operatorPlayer,
  /** Address of the deposit wallet; null before it is generated. */
  wallet: z.nullable(z.string()),
  limits: limitsAnswer,
  /** One for each signed-in browser, newest first. */
  sessions: z.array(
    z.strictObject({ signedInAt: timestamp, expiresAt: timestamp }),
  ),
})

export const listPlayers = endpoint({
  ...READ,
  path: '/api/operator/players',
  summary: 'Search players, newest first or by their last bet',
  description: BY_ID,
  query: playersQuery,
  answer: operatorPlayers,
  example: { query: { search: 'gum' } },
})

const one = {
  params: z.strictObject({ id: z.uuid() }),
  refusals: ['not_found'],
  example: { params: { id: '01936f4e-5a00-7000-8000-000000000000' } },
} as const

export const readPlayer = endpoint({
  ...READ,
  ...one,
  path: '/api/operator/players/{id}',
  summary: 'Read a player, with limits and sessions',
  answer: operatorPlayerDetails,
})

export const listPlayerTransactions = endpoint({
  ...READ,
  ...one,
  path: '/api/operator/players/{id}/transactions',
  summary: "List a player's transactions, newest first",
  description:
    'Pass the last `seq` as `before` to get the next page; a CSV file has all of them.',
  query: operatorPageQuery,
  answer: transactions,
  example: { ...one.example, query: { before: '1000' } },
})

const act = {
  ...ACT,
  ...one,
  scope: 'players',
  body: reasonRequest,
  answer: operatorPlayer,
  example: { ...one.example, body: { reason: exampleReason } },
} as const

export const freezePlayer = endpoint({
  ...act,
  path: '/api/operator/players/{id}/freeze',
  summary: 'Freeze an account',
  description:
    'Signs the player out everywhere and keeps them out; they see the reason. Open bets are settled as usual.',
})

export const unfreezePlayer = endpoint({
  ...act,
  path: '/api/operator/players/{id}/unfreeze',
  summary: 'Unfreeze an account',
})
