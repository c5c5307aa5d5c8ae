import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { SportsGame } from '#core/api/sports.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatClock } from '../../lib/format.ts'
import { isSimulated } from '../offers.ts'
import { chosenGames, daysOf, EVERYTHING } from './chosen-games.ts'
import { GameCard } from './game-card.tsx'
import { GameFilters } from './game-filters.tsx'
import { type MarketGridProps, MarketTitles } from './market-grid.tsx'

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
    <div className="grid grid-cols-1 gap-2">
      <GameFilters choice={choice} days={days} onChoose={choose} />
      <p role="status" className="sr-only">
        {isNarrowed && `${chosen.length} of ${games.length} games`}
      </p>
      <div className="sports-list sports-games">
        {chosen.length > 0 && (
          <MarketTitles>
            {isSimulated(games) && (
              <span className="simulated-mark">Simulated season</span>
            )}
          </MarketTitles>
        )}
        <ul aria-label="NBA games">
          {chosen.map((game) => (
            <li key={game.id}>
              <GameCard {...card} game={game} />
            </li>
          ))}
        </ul>
        {games.length === 0 && (
          <div className="sports-empty">
            <Bendy mood="waiting" className="w-28" />
            <p>No NBA games available at the moment.</p>
          </div>
        )}
        {games.length > 0 && chosen.length === 0 && (
          <div className="sports-empty">
            <Bendy mood="lost" className="w-28" />
            <p>No games match.</p>
            <Button size="small" onClick={() => choose(EVERYTHING)}>
              Show all games
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** Says when the list, which stays on the screen, is out of date. */
function FeedTrouble({ games }: { games: Games }) {
  const { data = [], dataUpdatedAt, isError } = games
  const priced = data.filter(({ bookmakers }) => bookmakers.length > 0)
  const isSilent = priced.length > 0 && priced.every(({ stale }) => stale)
  const text = isError
    ? `These games may be out of date. Last update: ${formatClock(new Date(dataUpdatedAt).toISOString())}.`
    : isSilent &&
      'Odds are not updating, so betting is closed for now. Bets you placed still count.'
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

const CARDS = ['one', 'two', 'three', 'four', 'five', 'six']

function Cards() {
  return CARDS.map((card) => <Skeleton key={card} className="h-20 w-full" />)
}
