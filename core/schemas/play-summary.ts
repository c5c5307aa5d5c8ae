import * as z from 'zod/mini'
import { count, timestamp } from './fields.ts'

/** What a player put into a game and got out of it over a time, in coins. */
const gameSummary = z.strictObject({
  /** Any name: a page may be older than a game. */
  gameType: z.string(),
  bets: count,
  stake: count,
  /** Payouts and refunds, less what was taken back. */
  payout: z.int(),
})
export type GameSummary = z.infer<typeof gameSummary>

/** A moment, and what all bets up to it had brought since the start, in coins. */
const curvePoint = z.strictObject({ at: timestamp, profit: z.int() })
export type CurvePoint = z.infer<typeof curvePoint>

/** The answer to GET /api/transactions/summary. */
export const playSummary = z.strictObject({
  /** In the order of their names. */
  games: z.array(gameSummary),
  /** Oldest first, thinned out to a few hundred. */
  curve: z.array(curvePoint),
})
export type PlaySummary = z.infer<typeof playSummary>
