import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useAuth } from './auth.tsx'
import { showUnheld } from './balance-hold.ts'
import { listen } from './socket.ts'
import { setBalance, userQueryKey } from './user-query.ts'

/** One socket a page, opened anew for whoever signs in or out. */
export function SocketProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { user, isLoading } = useAuth()
  const playerId = user?.id

  useEffect(() => {
    if (isLoading) return
    let wasOpen = false
    return listen({
      onOpen: () => {
        if (wasOpen && playerId) {
          showUnheld(
            () =>
              void queryClient.invalidateQueries({ queryKey: userQueryKey }),
          )
        }
        wasOpen = true
      },
      onMessage: (message) => {
        if (message.type !== 'balance') return
        showUnheld(() => setBalance(queryClient, message.balance))
      },
    })
  }, [queryClient, isLoading, playerId])

  return children
}
