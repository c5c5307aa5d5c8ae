import * as z from 'zod/mini'
import { coinFlipOutcome } from '../games/coin-flip.ts'
import { roundAnswer } from './round-answer.ts'

/** What POST /api/games/coinflip answers. */
export const coinFlipAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...coinFlipOutcome.shape,
  isWin: z.boolean(),
})
export type CoinFlipAnswer = z.infer<typeof coinFlipAnswer>
