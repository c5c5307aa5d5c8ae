import { useQuery } from '@tanstack/react-query'
import { useAuth } from '../../lib/auth.tsx'
import { BetList } from './bets/bet-list.tsx'
import { BETS_POLL_MS, sportsBetsQuery } from './sports-api.ts'
import './sports.css'

/** The account drawer's 'Sports Betting' tab. */
export function SportsHistory() {
  const { user } = useAuth()
  const refetchInterval = BETS_POLL_MS.drawer
  const bets = useQuery({ ...sportsBetsQuery(user?.id), refetchInterval })
  return (
    <section aria-label="Bet history" className="sports-history">
      <BetList bets={bets} empty="No betting history available" />
    </section>
  )
}
