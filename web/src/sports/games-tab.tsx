import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SportsGame } from '#core/api/sports.ts'
import { Button } from '../components/button.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { formatClock, formatGameDay, formatGameTime } from '../lib/format.ts'
import { Chip } from './chip.tsx'
import {
  MarketGrid,
  type MarketGridProps,
  MarketTitles,
} from './market-grid.tsx'
import {
  bestOffer,
  closedText,
  findOffer,
  isSimulated,
  teamsText,
} from './offers.ts'
import { EmptyList, ScrollList } from './scroll-list.tsx'

type CardProps = Pick<MarketGridProps, 'picked' | 'onPick'>
type Games = UseQueryResult<SportsGame[]>

/** The 'NBA Games' tab, visible to everyone. */
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
    <ScrollList className="h-[600px]">
      {games.isError ? (
        <EmptyList mood="error">
          <p>The games could not be loaded. Your coins and bets are safe.</p>
          <Button size="small" onClick={() => void games.refetch()}>
            Try again
          </Button>
        </EmptyList>
      ) : (
        SKELETONS.map((id) => <Skeleton key={id} className="h-20 w-full" />)
      )}
    </ScrollList>
  )
}

const SKELETONS = [1, 2, 3, 4, 5, 6]

function GamesList({
  games,
  ...card
}: CardProps & { games: readonly SportsGame[] }) {
  const [wanted, choose] = useState(ALL_GAMES)
  const days = listDays(games)
  // Ignores a day that is no longer listed.
  const choice = days.includes(wanted.day) ? wanted : { ...wanted, day: '' }
  const chosen = games.filter((game) => isChosen(game, choice))
  const isNarrowed = choice.team.trim() !== '' || choice.day !== ''
  return (
    <div className="grid grid-cols-1 gap-2">
      <Filters choice={choice} days={days} onChoose={choose} />
      <p role="status" className="sr-only">
        {isNarrowed && `${chosen.length} of ${games.length} games`}
      </p>
      <ScrollList className="@container h-[600px] rounded-toy border-3 border-outline bg-well">
        {chosen.length > 0 && (
          <MarketTitles>
            {isSimulated(games) && (
              <span className="whitespace-nowrap rounded-pill border-2 border-outline border-dashed bg-sun px-1.5 py-[0.05rem] font-display font-semibold text-on-toy @max-xl:max-w-20 @max-xl:whitespace-normal @max-xl:text-center">
                Simulated season
              </span>
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
          <EmptyList mood="waiting">
            <p>No NBA games available at the moment.</p>
          </EmptyList>
        )}
        {games.length > 0 && chosen.length === 0 && (
          <EmptyList mood="lost">
            <p>No games match.</p>
            <Button size="small" onClick={() => choose(ALL_GAMES)}>
              Show all games
            </Button>
          </EmptyList>
        )}
      </ScrollList>
    </div>
  )
}

type Choice = {
  team: string
  /** One of {@link listDays}; empty for all. */
  day: string
}

const ALL_GAMES: Choice = { team: '', day: '' }
const LIVE = 'Live'

/** Returns the days of the games in order, after Live if a game is. */
function listDays(games: readonly SportsGame[]): string[] {
  const days = games.map(({ commence_time }) => formatGameDay(commence_time))
  return [...(games.some(({ live }) => live) ? [LIVE] : []), ...new Set(days)]
}

function isChosen(game: SportsGame, { team, day }: Choice): boolean {
  const { home_team, away_team, live, commence_time } = game
  const teams = `${home_team}\n${away_team}`.toLowerCase()
  const isOnDay = day === LIVE ? live : formatGameDay(commence_time) === day
  return teams.includes(team.trim().toLowerCase()) && (day === '' || isOnDay)
}

type FiltersProps = {
  choice: Choice
  days: readonly string[]
  onChoose: (choice: Choice) => void
}

/** A search by team, and a day. */
function Filters({ choice, days, onChoose }: FiltersProps) {
  const id = useId()
  return (
    <search className="flex min-w-0 items-center gap-2">
      <div className="well min-w-32 flex-[0_1_13rem]">
        <label htmlFor={id} className="sr-only">
          Find a team
        </label>
        <input
          id={id}
          type="search"
          placeholder="Team"
          value={choice.team}
          onChange={({ target }) => onChoose({ ...choice, team: target.value })}
          className="h-10 w-full min-w-0 bg-transparent px-3 outline-none"
        />
      </div>
      <fieldset
        aria-label="Day"
        className="mask-[linear-gradient(to_left,transparent,#000_1.5rem)] flex min-w-0 gap-1.5 overflow-x-auto pr-6 [scrollbar-width:thin]"
      >
        {['', ...days].map((day) => (
          <Chip
            key={day}
            pressed={choice.day === day}
            onClick={() => onChoose({ ...choice, day })}
          >
            {day || 'All days'}
          </Chip>
        ))}
      </fieldset>
    </search>
  )
}

/** Warns when the list that stays on screen is out of date. */
function FeedTrouble({ games }: { games: Games }) {
  const { data = [], dataUpdatedAt, isError } = games
  const priced = data.filter(({ bookmakers }) => bookmakers.length > 0)
  const isSilent = priced.length > 0 && priced.every(({ stale }) => stale)
  const text = isError
    ? `These games may be out of date. Last update: ${formatClock(new Date(dataUpdatedAt).toISOString())}.`
    : isSilent &&
      'Odds are not updating, so betting is closed for now. Bets you placed still count.'
  return (
    <p
      role="status"
      className={
        text
          ? 'mb-3 rounded-toy border-3 border-outline bg-sun px-3 py-2 font-semibold text-on-toy'
          : 'sr-only'
      }
    >
      {text}
    </p>
  )
}

type GameCardProps = Pick<MarketGridProps, 'game' | 'picked' | 'onPick'>

/** A game: its time or score, and the best price of each outcome. */
function GameCard({ game, picked, onPick }: GameCardProps) {
  const { bookmakers, commence_time, live, scores } = game
  const closed = closedText(game)
  const shared = { game, picked, onPick, disabled: closed !== undefined }
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  return (
    <article
      aria-label={teamsText(game)}
      className="grid gap-1.5 border-outline border-b-2 px-2 py-1"
    >
      <MarketGrid {...shared} getOffer={(outcome) => bestOffer(game, outcome)}>
        {live && scores ? (
          <span className="flex w-fit items-center gap-1.5 rounded-pill border-2 border-outline bg-bubblegum px-2 font-display font-semibold text-on-toy before:size-2 before:rounded-pill before:bg-on-toy">
            Live
          </span>
        ) : (
          <time dateTime={commence_time}>{formatGameTime(commence_time)}</time>
        )}
        {bookmakers.length > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
            className="more-prices"
          >
            <span className="sr-only">All bookmakers,</span>{' '}
            <span>{bookmakers.length} books</span>
          </button>
        )}
      </MarketGrid>
      {closed && <p className="text-small font-bold text-sun-text">{closed}</p>}
      <div id={details} className="grid gap-2 empty:hidden">
        {isOpen &&
          bookmakers.map(({ key, title }) => (
            <section key={key} aria-label={title}>
              <MarketGrid
                {...shared}
                getOffer={(outcome) => findOffer(game, outcome, key)}
              >
                <h4>{title}</h4>
              </MarketGrid>
            </section>
          ))}
      </div>
    </article>
  )
}
