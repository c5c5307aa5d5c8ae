import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { FeedBet } from '#core/api/feed.ts'
import { useKept, useUnheld } from '../../games/shared/balance-hold.ts'
import { BetLink } from '../../games/shared/bet-link.tsx'
import { formatClock, formatCoins, formatMultiple } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useIsServerAway } from '../../lib/server-presence.ts'
import { playerName } from '../../session/player-name.ts'
import { pollMs } from '../../session/refresh.ts'
import { usePush } from '../../session/socket-provider.tsx'
import { BetCard } from './bet-card.tsx'
import { feedQuery, withPushed } from './feed-api.ts'

/** What everybody plays. It stands still for who looks at it closely. */
export function LiveBets() {
  const { bets, isError } = useFeed()
  const { isHeld, hold } = useHold()
  const unheld = useUnheld(bets)
  return (
    <BetCard
      {...hold}
      aria-live="off"
      heading="Live bets"
      aside={
        isHeld ? (
          <span className="text-soft">Held while you look</span>
        ) : (
          <Link to={pagePath('/leaderboard')} className="text-link">
            Leaderboard
          </Link>
        )
      }
      bets={useKept(unheld, isHeld)}
      isError={isError}
      empty="Quiet so far. The next bet of anyone shows here."
      row={feedRow}
    />
  )
}

function feedRow({ id, player, gameType, settledAt, ...bet }: FeedBet) {
  const { stake } = bet
  return (
    <BetLink
      id={id}
      title={
        player === null ? (
          <span className="text-soft">Hidden</span>
        ) : (
          playerName(player)
        )
      }
      settlement={bet}
      notes={
        <>
          <span className="truncate">
            {gameType} · {formatCoins(stake)} at {formatMultiple(bet)}
          </span>
          <time dateTime={settledAt} className="text-soft">
            {formatClock(settledAt)}
          </time>
          <span className="sr-only">See the proof</span>
        </>
      }
    />
  )
}

/** Pushed as long as the API can be heard, else asked for. */
function useFeed(): { bets: FeedBet[] | undefined; isError: boolean } {
  const queryClient = useQueryClient()
  const isAway = useIsServerAway()
  const { data, isError } = useQuery({
    ...feedQuery,
    refetchInterval: ({ state }) =>
      isAway || state.status === 'error' ? pollMs.feedOffline : false,
  })
  const { queryKey } = feedQuery
  usePush((news) => {
    if (news.type !== 'feed') return
    queryClient.setQueryData(
      queryKey,
      (known) => known && withPushed(known, news.bets),
    )
  })
  return { bets: data, isError }
}

/** Under the pointer, or in focus. */
function useHold() {
  const [isHeld, setHeld] = useState(false)
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return { isHeld, hold }
}
