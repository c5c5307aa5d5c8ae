import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { SportsGame } from '#core/schemas/sports.ts'
import { Bendy } from '../../../components/bendy.tsx'
import { Button } from '../../../components/button.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { formatClock } from '../../../lib/format.ts'
import { chosenGames, daysOf, EVERYTHING } from './chosen-games.ts'
import { GameCard } from './game-card.tsx'
import { GameFilters } from './game-filters.tsx'
import type { MarketGridProps } from './market-grid.tsx'

type CardProps = Pick<MarketGridProps, 'picked' | 'onPick'>
type Games = UseQueryResult<SportsGame[]>

/** The 'NBA Games' tab, for everybody. */
export function GamesTab({ games, ...card }: CardProps & { games: Games }) {
  if (games.data) {
    return (
      <>
        <FeedTrouble games={games} />
        <GamesList {...card} games={games.data} />
      </>
    )
  }
  return (
    <div className="sports-list">
      {games.isError ? (
        <NoGames retry={() => void games.refetch()} />
      ) : (
        <Cards />
      )}
    </div>
  )
}

function GamesList({
  games,
  ...card
}: CardProps & { games: readonly SportsGame[] }) {
  const [wanted, choose] = useState(EVERYTHING)
  const days = daysOf(games)
  // A day that is over, or no game that is live any more, narrows nothing.
  const choice = days.includes(wanted.day) ? wanted : { ...wanted, day: '' }
  const chosen = chosenGames(games, choice)
  const isNarrowed = choice.team.trim() !== '' || choice.day !== ''
  return (
    <div className="grid gap-3">
      <GameFilters choice={choice} days={days} onChoose={choose} />
      <p role="status" className="sr-only">
        {isNarrowed && `${chosen.length} of ${games.length} games`}
      </p>
      <ul aria-label="NBA games" className="sports-list">
        {chosen.map((game) => (
          <li key={game.id}>
            <GameCard {...card} game={game} />
          </li>
        ))}
        {games.length === 0 && (
          <li className="sports-empty">
            <Bendy mood="waiting" className="w-28" />
            <p>No NBA games available at the moment.</p>
          </li>
        )}
        {games.length > 0 && chosen.length === 0 && (
          <li className="sports-empty">
            <Bendy mood="lost" className="w-28" />
            <p>No game is like that.</p>
            <Button size="small" onClick={() => choose(EVERYTHING)}>
              Show all games
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

/** The last answer stays on the screen; whether it is still true is said. */
function FeedTrouble({ games }: { games: Games }) {
  const { data = [], dataUpdatedAt, isError } = games
  const priced = data.filter(({ bookmakers }) => bookmakers.length > 0)
  const isSilent = priced.length > 0 && priced.every(({ stale }) => stale)
  const text = isError
    ? `The games could not be asked for again: this is how they stood at ${formatClock(new Date(dataUpdatedAt).toISOString())}.`
    : isSilent &&
      'No new odds are coming in: no bets until they do. Bets that are placed stand.'
  return (
    <p role="status" className={text ? 'feed-trouble' : 'sr-only'}>
      {text}
    </p>
  )
}

function NoGames({ retry }: { retry: () => void }) {
  return (
    <div className="sports-empty">
      <Bendy mood="error" className="w-28" />
      <p>The games could not be loaded. Your coins and bets are safe.</p>
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

const CARDS = ['one', 'two', 'three']

function Cards() {
  return CARDS.map((card) => <Skeleton key={card} className="h-44 w-full" />)
}
