import type { QueryClient } from '@tanstack/react-query'
import type { BetPush } from '#core/api/socket.ts'
import type { SportsBet } from '#core/api/sports.ts'
import { celebrate } from '../games/shared/celebration.ts'
import {
  type Announcement,
  type Outcome,
  outcomeAnnouncement,
} from '../games/shared/use-announcement.ts'
import { coinsText, formatCoins } from '../lib/format.ts'
import { playSound } from '../lib/sound.ts'
import { type ToastMessage, toast } from '../lib/toast.ts'
import { sportsBetsQuery } from './sports-api.ts'

/** Bets on one game are settled within this time, and reported together. */
const TOGETHER_MS = 250

const waiting: BetPush[] = []
let timer: ReturnType<typeof setTimeout> | undefined

interface Noted {
  queryClient: QueryClient
  player: string | undefined
  push: BetPush
}

/** Reports a bet, together with those that are pushed with it. */
export function noteBet({ queryClient, player, push }: Noted): void {
  waiting.push(push)
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const pushes = waiting.splice(0)
    // The lists show what this brings.
    const bets = await queryClient
      .fetchQuery({ ...sportsBetsQuery(player), staleTime: 0 })
      .catch(() => [])
    tell(newsOf(pushes, bets))
  }, TOGETHER_MS)
}

function tell({ sound, toast: message, gainFactor }: Announcement): void {
  playSound(sound)
  if (gainFactor) void celebrate(gainFactor)
  if (message) toast(message)
}

function newsOf(
  pushes: readonly BetPush[],
  bets: readonly SportsBet[],
): Announcement {
  const ended = pushes.filter(({ status }) => status !== 'pending')
  const staked = ended.reduce((sum, { amount }) => sum + amount, 0)
  const paid = ended.reduce((sum, { payout }) => sum + payout, 0)
  const news = outcomeAnnouncement({ staked, paid })
  if (news.toast) return news
  const [only, ...others] = pushes
  const message =
    only && others.length === 0
      ? endOf(only, labelIn(bets, only))
      : endOfSeveral(ended.length, { staked, paid })
  return { ...news, toast: message }
}

function endOf({ status, payout }: BetPush, label: string): ToastMessage {
  switch (status) {
    case 'pending':
      return {
        title: 'Live bet confirmed',
        description: `${label}: your bet counts.`,
      }
    case 'void':
      return {
        title: 'Stake returned',
        description: `${label}: ${coinsText(payout)} returned.`,
      }
    case 'won':
      return {
        title: 'Bet settled',
        description: `${label} won and returned your stake.`,
      }
    default:
      return { title: 'Bet settled', description: `${label} did not win.` }
  }
}

function endOfSeveral(count: number, { staked, paid }: Outcome): ToastMessage {
  if (count === 0) {
    return {
      title: 'Live bets confirmed',
      description: 'Your bets count.',
    }
  }
  return {
    title: `${count} bets settled`,
    description: `${coinsText(paid)} returned of ${formatCoins(staked)} staked.`,
  }
}

function labelIn(bets: readonly SportsBet[], { id }: BetPush): string {
  return bets.find((bet) => bet.id === id)?.label || 'Game Bet'
}
