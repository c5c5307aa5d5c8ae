import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'
import { count } from './fields.ts'

/** GET /api/casino-stats */
export const casinoStats = z.strictObject({
  totalUsers: count,
  totalBetsPlaced: count,
  totalAmountWagered: count,
  jackpot: coinAmount,
})
export type CasinoStats = z.infer<typeof casinoStats>

/** GET /api/house-balance */
export const houseBalance = z.strictObject({ jackpot: coinAmount })
