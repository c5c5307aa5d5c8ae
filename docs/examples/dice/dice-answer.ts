import * as z from 'zod/mini'
import { roundAnswer } from '#core/api/rounds.ts'
import { diceOutcome } from './dice.ts'

/** Response of POST /api/games/dice. */
export const diceAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...diceOutcome.shape,
  isWin: z.boolean(),
})
