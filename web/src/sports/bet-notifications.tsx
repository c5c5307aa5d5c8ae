import { useQueryClient } from '@tanstack/react-query'
import { useAuth } from '../session/auth.tsx'
import { usePush } from '../session/socket-provider.tsx'

/** Notifies the player of settled and confirmed bets, on any page. */
export function BetNotifications() {
  const queryClient = useQueryClient()
  const player = useAuth().user?.id
  usePush(async (push) => {
    if (push.type !== 'bet' || push.gameType !== 'Sports Bet') return
    try {
      const { notifyOfBet } = await import('./notify-of-bets.ts')
      notifyOfBet({ queryClient, player, push })
    } catch {
      // Offline: the lists show it with their next poll.
    }
  })
  return null
}
