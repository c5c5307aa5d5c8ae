import { useAuth } from '../../session/auth.tsx'
import { HistoryScreen } from './history-screen.tsx'
import './history.css'

/** /history: all that ever moved a player's coins. */
export function HistoryPage() {
  const { user } = useAuth()
  return user && <HistoryScreen key={user.id} player={user.id} />
}
