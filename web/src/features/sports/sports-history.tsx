import { useAuth } from '../../domain/session/auth.tsx'
import { BetList } from './bets/bet-list.tsx'
import { useOwnBets } from './use-own-bets.ts'
import './sports.css'

/** The account drawer's 'Sports Betting' tab. */
export function SportsHistory() {
  const { user } = useAuth()
  const bets = useOwnBets(user?.id, 'drawer')
  return (
    <section aria-label="Bet history" className="sports-history">
      <BetList bets={bets} empty="No betting history available" />
    </section>
  )
}
