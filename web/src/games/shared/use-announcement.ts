import { useEffect, useRef } from 'react'
import { coinsText } from '../../lib/format.ts'
import { playSound, type Sound } from '../../lib/sound.ts'
import { dismissToast, type ToastMessage, toast } from '../../lib/toast.ts'
import { celebrate, endCelebration } from './celebration.ts'

/** Sound, toast and confetti at the end of a round. */
export type Announcement = {
  sound: Sound
  toast?: ToastMessage
  /** The gain as a multiple of the stake; scales the confetti. */
  gainFactor?: number
}

/** A stake and its payout in coins, the stake included. */
export type Outcome = {
  staked: number
  paid: number
}

/** Payouts from this many times the stake sound like a jackpot. */
const JACKPOT_SOUND_FROM = 10

/** Announces an outcome. A payout up to the stake is no win. */
export function outcomeAnnouncement({ staked, paid }: Outcome): Announcement {
  const gain = paid - staked
  if (gain <= 0) return { sound: 'plop' }
  const isLarge = paid >= JACKPOT_SOUND_FROM * staked
  const description = `You won ${coinsText(paid)}!`
  return {
    sound: isLarge ? 'jackpot' : 'fanfare',
    gainFactor: gain / staked,
    toast: { title: 'Winner!', description },
  }
}

/** Announces the ends of rounds; the next round clears the announcement. */
export function useAnnouncement() {
  const shown = useRef<number>(undefined)
  useEffect(() => endCelebration, [])
  return {
    clear: () => {
      endCelebration()
      if (shown.current !== undefined) dismissToast(shown.current)
    },
    announce: ({ sound, gainFactor, toast: message }: Announcement) => {
      playSound(sound)
      if (gainFactor) void celebrate(gainFactor)
      if (message) shown.current = toast(message)
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
