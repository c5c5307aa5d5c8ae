import type * as z from 'zod/mini'
import { toStepsAnswer } from '../../api/rounds.ts'
import { hiLo } from './hi-lo.ts'

/** Response of every hi-lo request. */
export const hiLoAnswer = toStepsAnswer(hiLo)
export type HiLoAnswer = z.infer<typeof hiLoAnswer>
