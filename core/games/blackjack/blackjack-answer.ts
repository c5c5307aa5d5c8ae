import type * as z from 'zod/mini'
import { toStepsAnswer } from '../../api/rounds.ts'
import { blackjack } from './blackjack.ts'

/** Response of POST /api/games/blackjack. */
export const blackjackAnswer = toStepsAnswer(blackjack)
export type BlackjackAnswer = z.infer<typeof blackjackAnswer>
