import * as z from 'zod/mini'
import { stepsAnswer } from '../../api/rounds.ts'
import { count } from '../../schemas/fields.ts'
import { card } from '../cards.ts'
import { hiLoAction } from './hi-lo-position.ts'

/** Two decimals at most. */
const amount = z.number().check(z.nonnegative())

/** What every request of hi-lo answers, and the state that a refusal carries. */
export const hiLoAnswer = z.strictObject({
  ...stepsAnswer.shape,
  gameActive: z.boolean(),
  currentCard: card,
  previousCard: z.nullable(card),
  consecutiveWins: count,
  streakMultiplier: amount,
  /** In coins; 0 before the first right guess. */
  accumulatedWinnings: amount,
  higherProbability: amount,
  lowerProbability: amount,
  /** All so far, in order: each action but a cash-out draws one. */
  cards: z.array(card),
  skipsLeft: count,
  actions: z.array(hiLoAction),
  /** How the round ended, once it has. */
  message: z.optional(z.string()),
})
export type HiLoAnswer = z.infer<typeof hiLoAnswer>
