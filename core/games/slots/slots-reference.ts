import type { GameReference } from '../game-reference.ts'
import { slotAnswer } from './slot-answer.ts'
import { slots } from './slots.ts'

export const slotsReference: GameReference = {
  game: slots,
  answer: slotAnswer,
  requests: {
    slot: { summary: 'Spin the reels', example: { betAmount: 10 } },
  },
}
