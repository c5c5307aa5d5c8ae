import { useEffect, useRef } from 'react'
import { formatCoins } from '../../lib/format.ts'
import { playSound, type Sound } from '../../lib/sound.ts'
import { type ToastMessage, useToast } from '../../lib/toast.ts'
import { celebrate, endCelebration } from './celebration.ts'

/** What a round's end sounds like and says, beside what its table shows. */
export interface News {
  sound: Sound
  toast?: ToastMessage
  /** What was won, as a multiple of the stake; the party grows with it. */
  gainFactor?: number
}

/** Coins that were staked, and that were paid for them, the stake included. */
export interface Outcome {
  staked: number
  paid: number
}

/** Payouts from this many times the stake sound like a jackpot. */
const JACKPOT_SOUND_FROM = 10

/** The news of every game's end. A payout up to the stake is no win. */
export function outcomeNews({ staked, paid }: Outcome): News {
  const gain = paid - staked
  if (gain <= 0) return { sound: 'plop' }
  const isLarge = paid >= JACKPOT_SOUND_FROM * staked
  const description = `You won ${formatCoins(paid)} coins!`
  return {
    sound: isLarge ? 'jackpot' : 'fanfare',
    gainFactor: gain / staked,
    toast: { title: 'Winner!', description },
  }
}

/** Whether it sounds like a jackpot. */
export function isBigWin({ sound }: News): boolean {
  return sound === 'jackpot'
}

/** Tells how a round ended, and takes the news back when the next one begins. */
export function useAnnouncement() {
  const { toast, dismiss } = useToast()
  const shown = useRef<number>(undefined)
  useEffect(() => endCelebration, [])
  return {
    clear: () => {
      endCelebration()
      if (shown.current !== undefined) dismiss(shown.current)
    },
    tell: (news: News) => {
      playSound(news.sound)
      if (news.gainFactor) void celebrate(news.gainFactor)
      if (news.toast) shown.current = toast(news.toast)
    },
    fail: (description: string) => {
      shown.current = toast({
        title: 'Error',
        description,
        variant: 'destructive',
      })
    },
  }
}
