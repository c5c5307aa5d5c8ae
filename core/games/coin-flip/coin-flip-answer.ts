import * as z from 'zod/mini'
import { roundAnswer } from '../../api/rounds.ts'
import { coinFlipOutcome } from './coin-flip.ts'

/** What POST /api/games/coinflip answers. */
export const coinFlipAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...coinFlipOutcome.shape,
  isWin: z.boolean(),
})
export type CoinFlipAnswer = z.infer<typeof coinFlipAnswer>
