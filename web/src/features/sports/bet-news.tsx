import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BetPush } from '#core/schemas/bet-push.ts'
import { useAuth } from '../../lib/auth.tsx'
import { useNews } from '../../lib/socket-provider.tsx'

/** Bets on one game are settled one after the other, and told of together. */
const TOGETHER_MS = 250

/** Has the bets follow what is pushed of them, and tells of their ends anywhere. */
export function BetNews() {
  const queryClient = useQueryClient()
  const player = useAuth().user?.id
  const pushes = useRef<BetPush[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const tell = async () => {
    const told = pushes.current.splice(0)
    try {
      const { tellOfBets } = await import('./tell-of-bets.ts')
      await tellOfBets({ queryClient, player, pushes: told })
    } catch {
      // The lists ask by themselves, and show it without a word.
    }
  }
  useNews((news) => {
    if (news.type === 'opened') {
      void queryClient.invalidateQueries({ queryKey: ['/api/sports/bets'] })
    }
    if (news.type !== 'bet' || news.gameType !== 'Sports Bet') return
    pushes.current.push(news)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void tell(), TOGETHER_MS)
  })
  return null
}
