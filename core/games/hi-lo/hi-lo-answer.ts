import * as z from 'zod/mini'
import { stepsAnswer } from '../../api/rounds.ts'
import { count } from '../../schemas/fields.ts'
import { card } from '../cards.ts'
import { hiLoAction } from './hi-lo-position.ts'

/** At most two decimals. */
const amount = z.number().check(z.nonnegative())

/** Response of every hi-lo request. */
export const hiLoAnswer = z.strictObject({
  ...stepsAnswer.shape,
  gameActive: z.boolean(),
  currentCard: card,
  previousCard: z.nullable(card),
  consecutiveWins: count,
  streakMultiplier: amount,
  /** In coins; 0 before the first correct guess. */
  accumulatedWinnings: amount,
  higherProbability: amount,
  lowerProbability: amount,
  /** All cards so far, in order; each action except a cash-out draws one. */
  cards: z.array(card),
  skipsLeft: count,
  actions: z.array(hiLoAction),
  /** Result, once the round is over. */
  message: z.optional(z.string()),
})
export type HiLoAnswer = z.infer<typeof hiLoAnswer>
