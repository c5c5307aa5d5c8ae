import type * as z from 'zod/mini'
import { roundAnswerOf } from '../../api/rounds.ts'
import { slots } from './slots.ts'

/** Response of POST /api/games/slot. */
export const slotAnswer = roundAnswerOf(slots)
export type SlotAnswer = z.infer<typeof slotAnswer>
