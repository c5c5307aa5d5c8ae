import * as z from 'zod/mini'
import { roundAnswer } from '../../api/rounds.ts'
import { slotsOutcome } from './slot-reels.ts'

/** Response of POST /api/games/slot. */
export const slotAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...slotsOutcome.shape,
  isWin: z.boolean(),
  /** Payment of the pot, after a jackpot. */
  actions: z.optional(z.array(z.looseObject({ action: z.string() }))),
})
export type SlotAnswer = z.infer<typeof slotAnswer>
