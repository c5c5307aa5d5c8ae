import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type SlotAnswer, slotAnswer } from '#core/games/slots/slot-answer.ts'
import { REEL_COUNT } from '#core/games/slots/slot-reels.ts'
import { slots } from '#core/games/slots/slots.ts'
import type { Coins } from '#core/money/coins.ts'
import { statusAndMessage } from '../../lib/error-message.ts'
import { playSound } from '../../lib/sound.ts'
import { playTimeline } from '../../lib/timeline.ts'
import { type AutoRound, endOf } from '../shared/auto-round.ts'
import { outcomeNews } from '../shared/use-announcement.ts'
import { useRound } from '../shared/use-round.ts'
import { jackpotQuery } from './jackpot-query.ts'

/** From the start of a spin to its first reel's stop. */
const FIRST_STOP_MS = 800
/** From one reel's stop to the next one's. */
const STOP_EVERY_MS = 250
/** From the last reel's stop to the result. */
const RESULT_AFTER_MS = 600

/** One machine: spinning it, stopping reel by reel, and proving the result. */
export function useSlots() {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const round = useRound({
    game: slots,
    schema: slotAnswer,
    tension: () => {
      setShown(undefined)
      playSound('boing')
      return playTimeline(FIRST_STOP_MS)
    },
    landing: (answer) =>
      playTimeline(
        STOP_EVERY_MS * (REEL_COUNT - 1) + RESULT_AFTER_MS,
        Array.from({ length: REEL_COUNT }, (_, reel) => ({
          atMs: STOP_EVERY_MS * reel,
          act: () => {
            playSound('tick')
            setShown({ answer, stopped: reel + 1 })
          },
        })),
      ),
    onShown: (answer) => {
      setShown({ answer, stopped: REEL_COUNT })
      if (answer.jackpotWin > 0) {
        void queryClient.invalidateQueries(jackpotQuery())
      }
    },
    news: ({ betAmount, payout }) =>
      outcomeNews({ staked: betAmount, paid: payout }),
    failure: (error) => statusAndMessage(error, 'Failed to spin'),
  })
  const request = (betAmount: Coins) => ({
    path: slots.path,
    body: { betAmount },
  })
  return {
    ...round,
    shown,
    spin: (betAmount: Coins) => round.play(request(betAmount)),
    /** Spins for an autobet. */
    spinAuto: async (betAmount: Coins, auto: AutoRound) =>
      endOf(await round.playAuto({ ...request(betAmount), auto })),
  }
}

/** An answer as far as the reels have stopped on it. */
export interface Shown {
  answer: SlotAnswer
  stopped: number
}
