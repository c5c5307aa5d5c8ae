import type { QueryClient } from '@tanstack/react-query'
import type { BetPush } from '#core/schemas/bet-push.ts'
import type { SportsBet } from '#core/schemas/sports.ts'
import { celebrate } from '../../lib/celebration.ts'
import { coinsText } from '../../lib/format.ts'
import { playSound } from '../../lib/sound.ts'
import { type ToastMessage, toast } from '../../lib/toast.ts'
import { type News, winNews } from '../../lib/use-announcement.ts'
import { sportsBetsQuery } from './sports-api.ts'

/** Bets on one game are settled one after the other, and told of together. */
const TOGETHER_MS = 250

const waiting: BetPush[] = []
let timer: ReturnType<typeof setTimeout> | undefined

interface Noted {
  queryClient: QueryClient
  player: string | undefined
  push: BetPush
}

/** Tells of a bet, and of those that are pushed with it. */
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

function tell({ sound, toast: message, isWin }: News): void {
  playSound(sound)
  if (isWin) void celebrate()
  if (message) toast(message)
}

function newsOf(pushes: readonly BetPush[], bets: readonly SportsBet[]): News {
  const won = sumOf(pushes, 'won')
  if (won > 0) return winNews(won)
  const [only, ...others] = pushes
  const message =
    only && others.length === 0
      ? endOf(only, labelIn(bets, only))
      : endOfSeveral(pushes)
  return { sound: 'plop', toast: message }
}

function endOf({ status, payout }: BetPush, label: string): ToastMessage {
  switch (status) {
    case 'pending':
      return {
        title: 'Live bet confirmed',
        description: `${label}: the next odds confirmed it.`,
      }
    case 'void':
      return {
        title: 'Stake returned',
        description: `${label}: ${coinsText(payout)} came back.`,
      }
    default:
      return { title: 'Bet settled', description: `${label} did not come in.` }
  }
}

function endOfSeveral(pushes: readonly BetPush[]): ToastMessage {
  const returned = sumOf(pushes, 'void')
  return {
    title: `${pushes.length} bets settled`,
    description:
      returned > 0
        ? `${coinsText(returned)} came back.`
        : 'None of them came in.',
  }
}

function sumOf(pushes: readonly BetPush[], status: BetPush['status']): number {
  return pushes
    .filter((push) => push.status === status)
    .reduce((sum, { payout }) => sum + payout, 0)
}

function labelIn(bets: readonly SportsBet[], { id }: BetPush): string {
  return bets.find((bet) => bet.id === id)?.label || 'Game Bet'
}
