import { useInfiniteQuery } from '@tanstack/react-query'
import type { TransactionsQuery } from '#core/api/history.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { historyQuery } from './history-api.ts'
import { HistoryTableRow } from './history-row.tsx'
import { historyRows } from './history-rows.ts'

interface HistoryListProps {
  player: string
  query: TransactionsQuery
}

/** Rounds and other transactions, newest first, page after page. */
export function HistoryList({ player, query }: HistoryListProps) {
  const pages = useInfiniteQuery(historyQuery(player, query))
  if (pages.isPending) return <Skeleton className="h-96" />
  if (pages.isError && !pages.data) {
    return (
      <p className="rubber-card flex flex-wrap items-center justify-between gap-3 p-5">
        Your history could not be loaded. Nothing is lost.
        <Button onClick={() => void pages.refetch()}>Try again</Button>
      </p>
    )
  }
  const rows = historyRows(pages.data.pages.flat())
  if (rows.length === 0) return <Nothing />
  // The bet of a payout may be on the next page.
  if (pages.hasNextPage && rows.at(-1)?.first.type !== 'bet') rows.pop()
  return (
    <div className="grid gap-4">
      <div className="rubber-card overflow-hidden">
        <table className="history-table">
          <caption className="sr-only">Transactions</caption>
          <thead className="text-small text-soft max-sm:sr-only">
            <tr>
              <th scope="col">Round</th>
              <th scope="col" className="max-sm:hidden">
                Stake
              </th>
              <th scope="col" className="max-sm:hidden">
                Multiplier
              </th>
              <th scope="col">Gain</th>
              <th scope="col" className="max-sm:hidden">
                Balance
              </th>
              <th scope="col">Proof</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <HistoryTableRow key={row.first.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {pages.hasNextPage && (
        <Button
          pending={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show older ones
        </Button>
      )}
      {pages.isFetchNextPageError && (
        <p role="alert">The older ones could not be loaded. Try again.</p>
      )}
    </div>
  )
}

function Nothing() {
  return (
    <div className="rubber-card grid place-items-center gap-2 p-8 text-center">
      <Bendy mood="waiting" className="w-24" />
      <p className="font-display font-medium text-lead">Nothing here</p>
      <p className="text-soft">
        Nothing matches these filters. Clear them, or play a round.
      </p>
    </div>
  )
}
