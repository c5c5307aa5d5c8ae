import { Navigate } from 'react-router-dom'
import { pagePath } from '../lib/page-path.ts'
import { useAuth } from '../session/auth.tsx'
import { SportsScreen } from './sports-screen.tsx'

/** /sports/games: the games for everybody. Who is signed in can bet on them next door. */
export function PublicGamesPage() {
  const { user } = useAuth()
  if (user) return <Navigate to={pagePath('/sports')} replace />
  return (
    <div className="mx-auto w-full max-w-[84rem]">
      <h1 className="mb-3 text-display max-sm:text-title">NBA Games</h1>
      <SportsScreen player={null} />
    </div>
  )
}
