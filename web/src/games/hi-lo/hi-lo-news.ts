import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { ToastMessage } from '../../lib/toast.ts'
import { type News, outcomeNews } from '../shared/use-announcement.ts'

/** Whether a round has ended with coins, by the player's will or the house's. */
export function isPaid({ actions }: HiLoAnswer): boolean {
  return actions.at(-1)?.action === 'cashout'
}

/** True when a round has paid more than its stake. */
export function isGain({ betAmount, payout }: HiLoAnswer): boolean {
  return payout !== undefined && payout > betAmount
}

/** What an answer of hi-lo sounds like and says. */
export function hiLoNews(answer: HiLoAnswer): News | undefined {
  const { gameActive, actions, betAmount, payout = 0, message = '' } = answer
  if (gameActive) {
    const isRight = actions.at(-1)?.action === 'play'
    return isRight ? { sound: 'boing' } : undefined
  }
  if (!isPaid(answer)) return { sound: 'plop', toast: GAME_OVER }
  const toast = { title: 'Success!', description: message }
  return { ...outcomeNews({ staked: betAmount, paid: payout }), toast }
}

const GAME_OVER: ToastMessage = {
  title: 'Game Over',
  description: 'Better luck next time! Place a new bet to play again.',
  variant: 'destructive',
}
