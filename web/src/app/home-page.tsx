import { lazy } from 'react'
import { PageSpinner } from '../components/spinner.tsx'
import { retryImport } from '../lib/lazy-load.ts'
import { LandingPage, MoreToSee } from '../pages/landing/landing-page.tsx'
import { useAuth } from '../session/auth.tsx'

const Lobby = lazy(async () => ({
  default: (await retryImport(() => import('./lobby.tsx'))).Lobby,
}))

/** Shows the landing page to visitors, and the games to players. */
export function HomePage() {
  const { user, isLoading } = useAuth()
  if (isLoading) return <PageSpinner />
  if (!user) return <LandingPage />
  return (
    <>
      <Lobby key={user.id} player={user} />
      <MoreToSee />
    </>
  )
}
