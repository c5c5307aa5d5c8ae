import * as z from 'zod/mini'
import { coinAmount, count, hex64 } from './fields.ts'

/** What every answer that starts and ends a round carries beside the outcome. */
export const roundAnswer = z.strictObject({
  transactionId: z.uuid(),
  betAmount: coinAmount,
  payout: coinAmount,
  isWin: z.boolean(),
  balance: coinAmount,
  nonce: count,
  serverSeed: hex64,
  serverSeedHash: hex64,
  nextServerSeedHash: hex64,
  clientSeed: z.string(),
  /** The house knew both seeds before the bet. */
  weaker: z.boolean(),
})
export type RoundAnswer = z.infer<typeof roundAnswer>
