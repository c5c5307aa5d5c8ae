import * as z from 'zod/mini'
import { roundAnswer } from '../../api/rounds.ts'
import { coinFlipOutcome } from './coin-flip.ts'

/** Response of POST /api/games/coinflip. */
export const coinFlipAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...coinFlipOutcome.shape,
  isWin: z.boolean(),
})
export type CoinFlipAnswer = z.infer<typeof coinFlipAnswer>
