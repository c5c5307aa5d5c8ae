import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { restore } from './fairness.ts'
import { feedBet } from './feed.ts'
import { count } from './fields.ts'

/** A game that takes no new rounds for now. */
export const gamePause = z.strictObject({
  gameType: z.string(),
  /** As the operator tells it to players. */
  reason: z.nullable(z.string()),
})
export type GamePause = z.infer<typeof gamePause>

/** GET /api/casino-stats */
export const casinoStats = z.strictObject({
  totalUsers: count,
  totalBetsPlaced: count,
  totalAmountWagered: count,
  jackpot: coinAmount,
  paused: z.array(gamePause),
  /** The largest gain among the bets that the feed shows. */
  bigWin: z.nullable(feedBet),
  /** Last settled restore. */
  restore: z.nullable(restore),
})
export type CasinoStats = z.infer<typeof casinoStats>

/** GET /api/house-balance */
export const houseBalance = z.strictObject({ jackpot: coinAmount })
