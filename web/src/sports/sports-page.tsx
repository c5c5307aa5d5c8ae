import { useAuth } from '../session/auth.tsx'
import { SportsScreen } from './sports-screen.tsx'

/** /sports, for the signed-in. */
export function SportsPage() {
  const { user } = useAuth()
  // What one player selected is not the next one's.
  return user && <SportsScreen key={user.id} player={user} />
}
