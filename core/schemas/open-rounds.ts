import * as z from 'zod/mini'
import { coinAmount } from '../money/coin-amount.ts'

/** GET /api/rounds/open: the caller's rounds that wait for their next step, the oldest first. */
export const openRoundsAnswer = z.array(
  z.strictObject({
    gameType: z.string(),
    /** The round's id: the code of its record. */
    transactionId: z.uuid(),
    /** What it was started with. */
    betAmount: coinAmount,
  }),
)
export type OpenRoundsAnswer = z.infer<typeof openRoundsAnswer>
