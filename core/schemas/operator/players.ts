import * as z from 'zod/mini'
import { limitsAnswer } from '../../api/limits.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { storedText, timestamp } from '../fields.ts'
import { pagedById } from './paging.ts'

export const PLAYER_STATES = ['frozen', 'closed', 'operator'] as const

/** GET /api/operator/players */
export const playersQuery = z.strictObject({
  /** The beginning of a username. */
  search: z.optional(storedText(64)),
  state: z.optional(z.enum(PLAYER_STATES)),
  /** The newest accounts first, unless given. */
  order: z.optional(z.enum(['last_bet'])),
  /** The last player of the page before. */
  ...pagedById,
})
export type PlayersQuery = z.infer<typeof playersQuery>

/** An account, as operators see one. */
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

/** A player: an account, and what its bets brought. */
export const operatorPlayer = z.extend(operatorAccount, {
  /** Payouts less stakes of settled bets, in coins. */
  profit: z.int(),
  openStakes: coinAmount,
})
export type OperatorPlayer = z.infer<typeof operatorPlayer>

export const operatorPlayers = z.strictObject({
  players: z.array(operatorPlayer),
})

export const playerParams = z.strictObject({ id: z.uuid() })

/** GET /api/operator/players/{id} */
export const operatorPlayerDetails = z.strictObject({
  player: operatorPlayer,
  limits: limitsAnswer,
  /** One for each signed-in browser, newest first. */
  sessions: z.array(
    z.strictObject({ signedInAt: timestamp, expiresAt: timestamp }),
  ),
})
