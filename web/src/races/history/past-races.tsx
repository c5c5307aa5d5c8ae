import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'
import type { RaceHistoryAnswer } from '#core/api/races.ts'
import { type HorseId, horseName, horses } from '#core/race/horses.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatClock } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { HorseStill } from '../horse/horse-sprite.tsx'
import { raceHistoryQuery } from '../races-api.ts'
import './past-races.css'

/** @property lastEnd the race that was told to be over last: it is on the list from then on. */
export function PastRaces({ lastEnd }: { lastEnd: string | undefined }) {
  const history = useInfiniteQuery(raceHistoryQuery)
  const { refetch } = history
  useEffect(() => {
    if (lastEnd) void refetch()
  }, [lastEnd, refetch])

  return (
    <section
      aria-labelledby="past-races"
      className="rubber-card grid gap-3 p-4"
    >
      <h2 id="past-races" className="text-lead">
        Past races
      </h2>
      {history.isPending && <Rows />}
      {history.isError && (
        <p className="text-soft">
          The past races could not be loaded.{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {history.data && <Races races={history.data.pages.flat()} />}
      {history.hasNextPage && (
        <Button
          size="small"
          pending={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Older races
        </Button>
      )}
    </section>
  )
}

const ROWS = ['one', 'two', 'three', 'four']

function Rows() {
  return ROWS.map((row) => <Skeleton key={row} className="h-12 w-full" />)
}

function Races({ races }: { races: RaceHistoryAnswer }) {
  if (races.length === 0) return <p className="text-soft">No races yet.</p>
  return (
    <ol className="past-races">
      {races.map((race) => (
        <PastRace key={race.id} race={race} />
      ))}
    </ol>
  )
}

function PastRace({ race }: { race: RaceHistoryAnswer[number] }) {
  const { id, nonce, timestamp, gameData } = race
  const { outcome } = gameData
  return (
    <li className="past-race">
      {'void' in outcome ? (
        <p className="min-w-0 flex-1 font-display font-semibold">Void</p>
      ) : (
        <Order order={outcome.order} />
      )}
      <p className="text-end text-small text-soft">
        <span className="whitespace-nowrap">Race {nonce}</span>{' '}
        <time dateTime={timestamp} className="whitespace-nowrap">
          {formatClock(timestamp)}
        </time>
      </p>
      <a
        href={pagePath(`/verify/${id}`)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Proof of race ${nonce}`}
        className="past-race-proof"
      >
        Proof
      </a>
    </li>
  )
}

function Order({ order }: { order: readonly HorseId[] }) {
  const [winner, ...others] = order
  if (!winner) return null
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <HorseStill horse={winner} className="w-11" style={coatOf(winner)} />
      <p className="min-w-0">
        <span className="block font-display font-semibold leading-tight">
          {horseName(winner)}
        </span>
        <span className="flex gap-1">
          {others.map((horse) => (
            <span key={horse} className="past-race-dot" style={coatOf(horse)}>
              <span className="sr-only">{horseName(horse)}</span>
            </span>
          ))}
        </span>
      </p>
    </div>
  )
}

function coatOf(horse: HorseId): CSSProperties {
  const coat = horses.find(({ id }) => id === horse)?.color
  return { '--coat': coat } as CSSProperties
}
