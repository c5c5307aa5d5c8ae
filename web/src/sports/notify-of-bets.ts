import type { QueryClient } from '@tanstack/react-query'
import type { BetPush } from '#core/api/socket.ts'
import type { SportsBet } from '#core/api/sports.ts'
import { celebrate } from '../games/shared/celebration.ts'
import { outcomeAnnouncement } from '../games/shared/use-announcement.ts'
import { coinsText, formatCoins } from '../lib/format.ts'
import { playSound } from '../lib/sound.ts'
import { type ToastMessage, toast } from '../lib/toast.ts'
import { sportsBetsQuery } from './sports-queries.ts'

/** Window in which pushes share one toast: a game settles its bets at once. */
const TOGETHER_MS = 250

const waiting: BetPush[] = []
let timer: ReturnType<typeof setTimeout> | undefined

type PushedBet = {
  queryClient: QueryClient
  player: string | undefined
  push: BetPush
}

/** Refreshes the player's bets and shows a toast for all that are pushed together. */
export function notifyOfBet({ queryClient, player, push }: PushedBet): void {
  waiting.push(push)
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const pushes = waiting.splice(0)
    const bets = await queryClient
      .fetchQuery({ ...sportsBetsQuery(player), staleTime: 0 })
      .catch(() => [])
    notify(pushes, bets)
  }, TOGETHER_MS)
}

function notify(pushes: readonly BetPush[], bets: readonly SportsBet[]): void {
  const ended = pushes.filter(({ status }) => status !== 'pending')
  const staked = ended.reduce((sum, { amount }) => sum + amount, 0)
  const paid = ended.reduce((sum, { payout }) => sum + payout, 0)
  const {
    sound,
    toast: win,
    gainFactor,
  } = outcomeAnnouncement({ staked, paid })
  playSound(sound)
  if (gainFactor) void celebrate(gainFactor)
  const [only, ...others] = pushes
  if (win) toast(win)
  else if (only && others.length === 0) toast(toText(only, bets))
  else if (ended.length === 0) {
    toast({ title: 'Live bets confirmed', description: 'Your bets are in.' })
  } else {
    toast({
      title: `${ended.length} bets settled`,
      description: `${coinsText(paid)} returned on ${formatCoins(staked)} staked.`,
    })
  }
}

function toText(
  { id, status, payout }: BetPush,
  bets: readonly SportsBet[],
): ToastMessage {
  const label = bets.find((bet) => bet.id === id)?.label || 'Game Bet'
  const texts = {
    pending: ['Live bet confirmed', `${label}: your bet is in.`],
    void: ['Stake returned', `${label}: ${coinsText(payout)} returned.`],
    won: ['Bet settled', `${label} won and returned your stake.`],
    lost: ['Bet settled', `${label} did not win.`],
  } as const
  const [title, description] = texts[status]
  return { title, description }
}
