import * as z from 'zod/mini'
import { roundAnswer } from '../../api/rounds.ts'
import { slotsOutcome } from './slot-reels.ts'

/** What POST /api/games/slot answers. */
export const slotAnswer = z.strictObject({
  ...roundAnswer.shape,
  ...slotsOutcome.shape,
  isWin: z.boolean(),
  /** Of a spin that hit the jackpot: that the pot was paid. */
  actions: z.optional(z.array(z.looseObject({ action: z.string() }))),
})
export type SlotAnswer = z.infer<typeof slotAnswer>
