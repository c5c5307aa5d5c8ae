import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { PageSpinner } from '../components/spinner.tsx'
import { pagePath } from '../lib/page-path.ts'
import { useAskedAuth } from '../session/auth.tsx'
import { useReturnState } from '../session/return-path.ts'
import { isNewHere } from '../session/session-hint.ts'
import { userQueryKey } from '../session/user-query.ts'

interface ProtectedRouteProps {
  /** Shown to players, where the pages inside are for operators only. */
  playersSee?: ReactNode
}

/** The pages inside are for the signed-in; all others are led to the login. */
export function ProtectedRoute({ playersSee }: ProtectedRouteProps) {
  const { user, isLoading, error } = useAskedAuth()
  const returnState = useReturnState()
  // A page is drawn in slices, and a slow phone hears its player meanwhile.
  const isWaiting = useDeferredValue(isLoading)
  if (isLoading || isWaiting) return <PageSpinner />
  // Also while the server is silent: players stay in their game.
  if (user?.role === 'player' && playersSee) return playersSee
  if (user) return <Outlet />
  if (error) return <ServerSilent />
  const isNewcomer = returnState.isNewcomer || isNewHere()
  const state = { ...returnState, isNewcomer }
  return <Navigate to={pagePath('/auth')} state={state} replace />
}

/** Shown while it is unknown who plays: a login would be wrong. */
function ServerSilent() {
  const queryClient = useQueryClient()
  return (
    <Notice mood="error" title="The casino isn’t responding">
      <p role="alert" className="text-soft">
        We can’t check your sign-in right now. Your coins are safe. Try again in
        a moment.
      </p>
      <Button
        variant="action"
        onClick={() => queryClient.refetchQueries({ queryKey: userQueryKey })}
      >
        Try again
      </Button>
    </Notice>
  )
}
