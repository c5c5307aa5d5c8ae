import { useRef } from 'react'
import { celebrate } from './celebration.ts'
import { formatCoins } from './format.ts'
import { playSound, type Sound } from './sound.ts'
import { type ToastMessage, useToast } from './toast.ts'

/** What a round's end sounds like and says, beside what its table shows. */
export interface News {
  sound: Sound
  toast?: ToastMessage
  isWin?: boolean
}

/** The news of every game's win. */
export function winNews(payout: number, sound: Sound = 'fanfare'): News {
  const description = `You won ${formatCoins(payout)} coins!`
  return { sound, isWin: true, toast: { title: 'Winner!', description } }
}

/** Tells how a round ended, and takes the news back when the next one begins. */
export function useAnnouncement() {
  const { toast, dismiss } = useToast()
  const shown = useRef<number>(undefined)
  return {
    clear: () => {
      if (shown.current !== undefined) dismiss(shown.current)
    },
    tell: (news: News) => {
      playSound(news.sound)
      if (news.isWin) void celebrate()
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
