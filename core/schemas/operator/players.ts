import * as z from 'zod/mini'
import { limitsAnswer } from '../../api/limits.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { storedText, timestamp } from '../fields.ts'
import { pagedById } from './paging.ts'

/** GET /api/operator/players */
export const playersQuery = z.strictObject({
  /** The beginning of a username. */
  search: z.optional(storedText(64)),
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
  /** Until when each browser is signed in. */
  sessions: z.array(z.strictObject({ expiresAt: timestamp })),
})
