import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type FeedBet, readFeed } from '#core/api/feed.ts'
import { useKept, useUnheld } from '../../games/shared/balance-hold.ts'
import { BetLink } from '../../games/shared/bet-link.tsx'
import { call } from '../../lib/call.ts'
import { formatClock, formatCoins, formatMultiple } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useIsServerAway } from '../../lib/server-presence.ts'
import { useHold } from '../../lib/use-hold.ts'
import { playerName } from '../../session/player-name.ts'
import { usePush } from '../../session/socket-provider.tsx'
import { BetCard } from './bet-card.tsx'

const BETS_MAX = 30

/** The newest bets of all players; pauses under the pointer and in focus. */
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
          <span className="text-soft">Paused while you look</span>
        ) : (
          <Link to={pagePath('/leaderboard')} className="text-link">
            Leaderboard
          </Link>
        )
      }
      bets={useKept(unheld, isHeld)}
      isError={isError}
      empty="Quiet so far. The next bet will show up here."
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

/** Follows pushes, and polls while there are none. */
function useFeed(): { bets: FeedBet[] | undefined; isError: boolean } {
  const queryClient = useQueryClient()
  const queryKey = [readFeed.path]
  const isAway = useIsServerAway()
  const { data, isError } = useQuery({
    queryKey,
    queryFn: () => call(readFeed),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      isAway || state.status === 'error' ? 3_000 : false,
  })
  usePush((push) => {
    if (push.type !== 'feed') return
    queryClient.setQueryData<FeedBet[]>(
      queryKey,
      (known) => known && withPushed(known, push.bets),
    )
  })
  return { bets: data, isError }
}

/** Puts pushed bets first, each bet once. */
function withPushed(
  known: readonly FeedBet[],
  pushed: readonly FeedBet[],
): FeedBet[] {
  const ids = new Set(pushed.map(({ id }) => id))
  const rest = known.filter(({ id }) => !ids.has(id))
  return [...pushed, ...rest].slice(0, BETS_MAX)
}
