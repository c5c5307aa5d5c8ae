import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'

/** What came of a player's bet on a race or a game of others; pending when a live one was confirmed. */
export const betPush = z.strictObject({
  type: z.literal('bet'),
  timestamp: z.int(),
  gameType: z.enum(['Horse Race', 'Sports Bet']),
  /** Of the bet: the code of its record. */
  id: z.uuid(),
  status: z.enum(['pending', 'won', 'lost', 'void']),
  /** The stake. */
  amount: coinAmount,
  payout: coinAmount,
})
export type BetPush = z.infer<typeof betPush>
