import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useUnheld } from '../../games/shared/balance-hold.ts'
import { OwnBetLink, ownBetsQuery } from '../../games/shared/bet-link.tsx'
import { pagePath } from '../../lib/page-path.ts'
import { usePush } from '../../session/socket-provider.tsx'
import { BetCard } from './bet-card.tsx'

const SHOWN = 20
/** Autobets change the balance far more often than a list can be read. */
const REFRESH_AFTER_MS = 1_000

/** The player's own last bets, without rounds that are still animated. */
export function MyRounds({ player }: { player: string }) {
  const { data, isError } = useQuery(ownBetsQuery(player))
  useRefreshAfterBets(player)
  const bets = useUnheld(data)
  return (
    <BetCard
      heading="My rounds"
      aside={
        <Link to={pagePath('/history')} className="text-link">
          See all
        </Link>
      }
      bets={bets?.slice(0, SHOWN)}
      isError={isError}
      empty="No rounds yet. Play one, and its proof shows up here."
      row={(bet) => <OwnBetLink bet={bet} />}
    />
  )
}

/** Refreshes more often than the list's poll, at most once a second. */
function useRefreshAfterBets(player: string): void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  usePush(({ type }) => {
    if (type !== 'balance' || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const { queryKey } = ownBetsQuery(player)
      void queryClient.invalidateQueries({ queryKey })
    }, REFRESH_AFTER_MS)
  })
}
