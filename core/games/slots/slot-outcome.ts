import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { slotSymbol } from './slot-reels.ts'

const winningLine = z.strictObject({
  /** 0 to 4: the top, middle and bottom row, the V, the inverted V. */
  line: z.int().check(z.gte(0), z.lte(4)),
  /** How many reels from the left show the symbol. */
  matches: z.int().check(z.gte(3), z.lte(5)),
  symbol: slotSymbol,
  payout: coinAmount,
})
export type WinningLine = z.infer<typeof winningLine>

export const slotsOutcome = z.strictObject({
  /** Three rows from the top, five symbols each. */
  grid: z.array(z.array(slotSymbol)),
  winningLines: z.array(winningLine),
  /** The whole pot, which the lines then share; 0 without a jackpot. */
  jackpotWin: coinAmount,
  /** What the lines pay together. */
  payout: coinAmount,
})
export type SlotsOutcome = z.infer<typeof slotsOutcome>
