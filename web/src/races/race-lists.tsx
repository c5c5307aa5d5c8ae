import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import {
  listRaces,
  type RaceBetsAnswer,
  type RaceHistoryAnswer,
} from '#core/api/races.ts'
import { type HorseId, horseName, horses } from '#core/race/horses.ts'
import { Button } from '../components/button.tsx'
import { CoinAmount } from '../components/coin-amount.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { call } from '../lib/call.ts'
import { formatClock } from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { getCoat, HorseStill } from './horse/horse-sprite.tsx'

/** The player's bets on the current race; undefined while they load. */
export function OwnBets({ bets }: { bets: RaceBetsAnswer | undefined }) {
  return (
    <ListCard title="Your bets on this race">
      {!bets && <Skeleton className="h-10 w-full" />}
      {bets?.length === 0 && <p className="text-soft">No bets placed yet.</p>}
      {bets && bets.length > 0 && (
        <ul className="grid gap-2">
          {bets
            .toSorted((one, other) => one.horseId - other.horseId)
            .map(({ horseId, amount }) => (
              <li key={horseId} className="flex items-center gap-3">
                <HorseStill horse={horseId} className="w-11" />
                <span className="flex-1 font-display font-semibold">
                  {horseName(horseId)}
                </span>
                <CoinAmount amount={amount} />
              </li>
            ))}
        </ul>
      )}
    </ListCard>
  )
}

const FIRST_RACE = 1

/** Past races, newest first; each page continues where the last one ended. */
const raceHistoryQuery = infiniteQueryOptions({
  queryKey: [listRaces.path],
  queryFn: ({ pageParam }) =>
    call(listRaces, { query: { before: pageParam || undefined } }),
  initialPageParam: '',
  getNextPageParam: (page) => {
    const oldest = page.at(-1)?.nonce ?? FIRST_RACE
    return oldest > FIRST_RACE ? String(oldest) : undefined
  },
  refetchOnMount: 'always',
})

/** @property lastEnd id of the last finished race, which joins the list. */
export function PastRaces({ lastEnd }: { lastEnd: string | undefined }) {
  const history = useInfiniteQuery(raceHistoryQuery)
  const { refetch } = history
  useEffect(() => {
    if (lastEnd) void refetch()
  }, [lastEnd, refetch])

  return (
    <ListCard title="Past races">
      {history.isPending &&
        horses.map(({ id }) => <Skeleton key={id} className="h-12 w-full" />)}
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
    </ListCard>
  )
}

function Races({ races }: { races: RaceHistoryAnswer }) {
  if (races.length === 0) return <p className="text-soft">No races yet.</p>
  return (
    <ol className="grid max-h-104 gap-1.5 overflow-y-auto overscroll-contain [scrollbar-width:thin]">
      {races.map(({ id, nonce, timestamp, gameData: { outcome } }) => (
        <li
          key={id}
          className="flex min-h-12 items-center gap-3 rounded-[12px] bg-well py-1 pr-1 pl-2"
        >
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
            className="text-link inline-flex min-h-11 items-center rounded-[10px] px-2.5"
          >
            Proof
          </a>
        </li>
      ))}
    </ol>
  )
}

function Order({ order }: { order: readonly HorseId[] }) {
  const [winner, ...others] = order
  if (!winner) return null
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <HorseStill horse={winner} className="w-11" />
      <p className="min-w-0">
        <span className="block font-display font-semibold leading-tight">
          {horseName(winner)}
        </span>
        <span className="flex gap-1">
          {others.map((horse) => (
            <span
              key={horse}
              className="size-3 rounded-pill border-2 border-outline bg-(--coat)"
              style={getCoat(horse)}
            >
              <span className="sr-only">{horseName(horse)}</span>
            </span>
          ))}
        </span>
      </p>
    </div>
  )
}

function ListCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rubber-card grid gap-3 p-4">
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      {children}
    </section>
  )
}
