import { Link } from 'react-router-dom'
import { buttonClass } from '../components/button-class.ts'
import { pagePath } from '../lib/page-path.ts'
import { useAuth } from '../session/auth.tsx'
import { BetList } from './bets/bet-list.tsx'
import { useOwnBets } from './use-own-bets.ts'
import './sports.css'

/** The account drawer's 'Sports Betting' tab. */
export function SportsHistory({ onLeave }: { onLeave: () => void }) {
  const { user } = useAuth()
  const bets = useOwnBets(user?.id, 'drawer')
  return (
    <section aria-label="Bet history" className="sports-history">
      <BetList
        bets={bets}
        empty={
          <>
            <p>No betting history available</p>
            <Link
              to={pagePath('/sports')}
              onClick={onLeave}
              className={buttonClass('action', 'small')}
            >
              See the NBA games
            </Link>
          </>
        }
      />
    </section>
  )
}
