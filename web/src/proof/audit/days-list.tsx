import { useInfiniteQuery } from '@tanstack/react-query'
import type { ClosedDay } from '#core/api/audit.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { shortHex } from '../../lib/short-hex.ts'
import { daysQuery } from './audit-api.ts'
import { dayText } from './day-text.ts'

/** Every day that was closed, newest first, each chained to the one before. */
export function DaysList() {
  const pages = useInfiniteQuery(daysQuery())
  if (!pages.data) return pages.isError ? null : <Skeleton className="h-64" />
  const days = pages.data.pages.flatMap((page) => page.days)
  return (
    <section aria-label="Closed days" className="grid gap-4">
      <p className="text-soft">
        A day’s digest covers all balances, transactions, rounds and bets of
        that day, and the digest before. Keep one: if a row of that day or an
        earlier one is changed or removed, the digest no longer matches.
      </p>
      {days.length === 0 ? (
        <p className="rubber-card p-5">
          No day is closed yet. The first one comes soon.
        </p>
      ) : (
        <ol className="rubber-card overflow-hidden">
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
          Show older ones
        </Button>
      )}
    </section>
  )
}

function DayRow({ day }: { day: ClosedDay }) {
  return (
    <li>
      <details className="audit-day">
        <summary>
          <span className="font-display font-medium">{dayText(day)}</span>
          <span className="text-soft">
            {coinsText(day.sum)} owed, {formatCoins(day.count)} rows
          </span>
          <span className="hex">{shortHex(day.digest)}</span>
        </summary>
        <dl className="audit-day-data">
          <Datum name={`Digest of day ${day.number}`}>{day.digest}</Datum>
          <Datum name="Digest before">{day.previous}</Datum>
          <Datum name="Jackpot">{coinsText(day.jackpot)}</Datum>
          <Datum name={`Root over ${formatCoins(day.players)} players`}>
            {day.root}
          </Datum>
          <Datum name="Closed">{day.closedAt}</Datum>
        </dl>
      </details>
    </li>
  )
}

function Datum({ name, children }: { name: string; children: string | null }) {
  return (
    <div className="grid gap-1">
      <dt className="text-small font-semibold text-soft">{name}</dt>
      <dd className="well hex px-3 py-2">{children}</dd>
    </div>
  )
}
