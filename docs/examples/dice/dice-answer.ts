import * as z from 'zod/mini'
import { roundAnswer } from '#core/api/rounds.ts'
import { diceOutcome } from './dice.ts'

/** What POST /api/games/dice answers. */
export const diceAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...diceOutcome.shape,
  isWin: z.boolean(),
})
