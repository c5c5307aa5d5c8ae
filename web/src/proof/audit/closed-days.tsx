import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type ClosedDay, listClosedDays } from '#core/api/audit.ts'
import { Button } from '../../components/button.tsx'
import { FoldedCard } from '../../components/folded-card.tsx'
import { HexValue } from '../../components/hex-value.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { call } from '../../lib/call.ts'
import { coinsText, formatCoins, shortHex } from '../../lib/format.ts'

/** Days on a full page; after it there may be another one. */
const PAGE_SIZE = 30

const daysQuery = infiniteQueryOptions({
  queryKey: [listClosedDays.path],
  queryFn: ({ pageParam }) =>
    call(listClosedDays, { query: { before: pageParam || undefined } }),
  initialPageParam: '',
  getNextPageParam: ({ days }) =>
    days.length === PAGE_SIZE ? String(days.at(-1)?.number) : undefined,
  refetchOnMount: 'always',
})

/** Lists every closed day, newest first, each chained to the one before. */
export function ClosedDays() {
  return (
    <FoldedCard title="Closed days">
      <DaysList />
    </FoldedCard>
  )
}

function DaysList() {
  const pages = useInfiniteQuery(daysQuery)
  if (!pages.data) return pages.isError ? null : <Skeleton className="h-64" />
  const days = pages.data.pages.flatMap((page) => page.days)
  return (
    <section aria-label="Closed days" className="grid gap-4">
      <p className="text-soft">
        A day’s digest covers all of that day’s balances, transactions, rounds
        and bets, plus the digest before it. Save one: if a row from that day or
        earlier is changed or removed, the digest no longer matches.
      </p>
      {days.length === 0 ? (
        <p className="rubber-card p-5">
          No days closed yet. The first one will show up here soon.
        </p>
      ) : (
        <ol className="rubber-card divide-y-2 divide-outline overflow-hidden">
          {days.map((day) => (
            <DayRow key={day.number} day={day} />
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <Button
          pending={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </section>
  )
}

function DayRow({ day }: { day: ClosedDay }) {
  const values = [
    [`Digest of day ${day.number}`, day.digest],
    ['Previous digest', day.previous],
    ['Jackpot', coinsText(day.jackpot)],
    [`Root over ${formatCoins(day.players)} players`, day.root],
    ['Closed', day.closedAt],
  ] as const
  return (
    <li>
      <details>
        <summary className="grid min-h-15 cursor-pointer content-center gap-x-4 px-5 py-2.5 md:grid-cols-[12rem_minmax(0,1fr)_auto] md:items-center">
          <span className="font-display font-medium">{dayText(day)}</span>
          <span className="text-soft">
            {coinsText(day.sum)} owed, {formatCoins(day.count)} rows
          </span>
          <span className="hex">{shortHex(day.digest)}</span>
        </summary>
        <div className="grid gap-3 px-5 pt-1 pb-5">
          {values.map(([name, value]) => (
            <HexValue key={name} name={name}>
              {value}
            </HexValue>
          ))}
        </div>
      </details>
    </li>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'UTC',
})

/** Formats the UTC day that was closed: November 24, 2026. */
export function dayText({ day }: Pick<ClosedDay, 'day'>): string {
  return dayFormat.format(new Date(day))
}
