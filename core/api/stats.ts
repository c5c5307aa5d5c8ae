import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { count } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'
import { restore } from './fairness.ts'
import { feedBet } from './feed.ts'

/** A game that takes no new rounds for now. */
export const gamePause = z.strictObject({
  gameType: z.string(),
  /** Notice of the operator, shown to players. */
  reason: z.nullable(z.string()),
})
export type GamePause = z.infer<typeof gamePause>

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

const route = {
  section: { name: 'Statistics', description: 'Public totals of the casino.' },
  method: 'get',
  access: 'public',
} as const

export const readCasinoStats = endpoint({
  ...route,
  path: '/api/casino-stats',
  summary: 'Read totals, the jackpot and paused games',
  answer: casinoStats,
})

export const readHouseBalance = endpoint({
  ...route,
  path: '/api/house-balance',
  summary: 'Read the jackpot',
  answer: z.strictObject({ jackpot: coinAmount }),
})
