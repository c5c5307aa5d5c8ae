import { useQueryClient } from '@tanstack/react-query'
import { useAuth } from '../session/auth.tsx'
import { usePush } from '../session/socket-provider.tsx'

/** Has the bets follow what is pushed of them, and tells of their ends anywhere. */
export function BetNews() {
  const queryClient = useQueryClient()
  const player = useAuth().user?.id
  usePush(async (push) => {
    if (push.type !== 'bet' || push.gameType !== 'Sports Bet') return
    try {
      const { noteBet } = await import('./tell-of-bets.ts')
      noteBet({ queryClient, player, push })
    } catch {
      // The lists ask by themselves, and show it without a word.
    }
  })
  return null
}
