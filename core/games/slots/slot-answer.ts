import type * as z from 'zod/mini'
import { toRoundAnswer } from '../../api/rounds.ts'
import { slots } from './slots.ts'

/** Response of POST /api/games/slot. */
export const slotAnswer = toRoundAnswer(slots)
export type SlotAnswer = z.infer<typeof slotAnswer>
