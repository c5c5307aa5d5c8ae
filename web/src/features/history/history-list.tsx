import { useInfiniteQuery } from '@tanstack/react-query'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { historyQuery } from './history-api.ts'
import { HistoryRow } from './history-row.tsx'

interface HistoryListProps {
  player: string
  query: URLSearchParams
}

/** Transactions, newest first, page after page. */
export function HistoryList({ player, query }: HistoryListProps) {
  const pages = useInfiniteQuery(historyQuery(player, query))
  if (pages.isPending) return <Skeleton className="h-96" />
  if (pages.isError && !pages.data) {
    return (
      <p className="rubber-card flex flex-wrap items-center justify-between gap-3 p-5">
        Your history could not be loaded. Nothing of it is lost.
        <Button onClick={() => void pages.refetch()}>Try again</Button>
      </p>
    )
  }
  const rows = pages.data.pages.flat()
  if (rows.length === 0) return <Nothing />
  return (
    <section aria-labelledby="history-list" className="grid gap-4">
      <h2 id="history-list" className="text-title">
        Transactions
      </h2>
      <ul className="rubber-card overflow-hidden">
        {rows.map((row) => (
          <HistoryRow key={row.id} transaction={row} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          pending={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show older ones
        </Button>
      )}
      {pages.isFetchNextPageError && (
        <p role="alert">Older ones could not be loaded. Try again.</p>
      )}
    </section>
  )
}

function Nothing() {
  return (
    <div className="rubber-card grid place-items-center gap-2 p-8 text-center">
      <Bendy mood="waiting" className="w-24" />
      <p className="font-display font-medium text-lead">Nothing here</p>
      <p className="text-soft">
        No transaction passes these filters. Clear them, or play a round.
      </p>
    </div>
  )
}
