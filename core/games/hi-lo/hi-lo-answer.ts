import type * as z from 'zod/mini'
import { stepsAnswerOf } from '../../api/rounds.ts'
import { hiLo } from './hi-lo.ts'

/** Response of every hi-lo request. */
export const hiLoAnswer = stepsAnswerOf(hiLo)
export type HiLoAnswer = z.infer<typeof hiLoAnswer>
