import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { Navigate, Outlet } from 'react-router-dom'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { PageSpinner } from '../components/spinner.tsx'
import { pagePath } from '../lib/page-path.ts'
import { useRequiredAuth } from '../session/auth.tsx'
import { useReturnState } from '../session/return-path.ts'
import { isNewHere } from '../session/session-hint.ts'
import { userQueryKey } from '../session/user-query.ts'

type ProtectedRouteProps = {
  /** Shown to players instead of operators' pages. */
  playersSee?: ReactNode
}

/** Renders the pages inside for signed-in players; redirects visitors to the login. */
export function ProtectedRoute({ playersSee }: ProtectedRouteProps) {
  const { user, isLoading, error } = useRequiredAuth()
  const returnState = useReturnState()
  // Renders in slices, so that slow phones stay responsive.
  const isWaiting = useDeferredValue(isLoading)
  if (isLoading || isWaiting) return <PageSpinner />
  // Players stay in their game while the server is unreachable.
  if (user?.role === 'player' && playersSee) return playersSee
  if (user) return <Outlet />
  if (error) return <ServerSilent />
  const isNewcomer = returnState.isNewcomer || isNewHere()
  const state = { ...returnState, isNewcomer }
  return <Navigate to={pagePath('/auth')} state={state} replace />
}

/** Shown until the session is known, so that players don't see the login. */
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
