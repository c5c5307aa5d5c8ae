import type * as z from 'zod/mini'
import { toRoundAnswer } from '#core/api/rounds.ts'
import { dice } from './dice.ts'

/** Response of POST /api/games/dice. */
export const diceAnswer = toRoundAnswer(dice)
export type DiceAnswer = z.infer<typeof diceAnswer>
