import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import {
  listTransactions,
  TRANSACTIONS_PAGE_SIZE,
  type Transaction,
  type TransactionsQuery,
} from '#core/api/history.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { call } from '../../lib/call.ts'
import { classNames } from '../../lib/class-names.ts'
import {
  formatCoins,
  formatGain,
  formatMultiple,
  formatRowTime,
  formatTime,
} from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import {
  findBet,
  type HistoryRow,
  historyRows,
  typeLabels,
} from './history-rows.ts'

type HistoryListProps = {
  player: string
  query: TransactionsQuery
}

/** Rounds and other transactions, newest first, page by page. */
export function HistoryList({ player, query }: HistoryListProps) {
  const pages = useInfiniteQuery(historyQuery(player, query))
  if (pages.isPending) return <Skeleton className="h-96" />
  if (pages.isError && !pages.data) {
    return (
      <LoadFailure className="rubber-card p-5" onRetry={pages.refetch}>
        Your history could not be loaded. Nothing is lost.
      </LoadFailure>
    )
  }
  const rows = historyRows(pages.data.pages.flat())
  if (rows.length === 0) return <EmptyList />
  // The bet of a payout may be on the next page.
  if (pages.hasNextPage && rows.at(-1)?.first.type !== 'bet') rows.pop()
  return (
    <div className="grid gap-4">
      <div className="rubber-card overflow-hidden">
        <table className="w-full whitespace-nowrap text-end tabular-nums [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-2 max-sm:[&_:is(th,td)]:px-1.5 [&_:is(th,td):last-child]:w-0 [&_th:first-child]:whitespace-normal [&_th:first-child]:ps-5 [&_th:first-child]:text-start max-sm:[&_th:first-child]:ps-3.5">
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
              <Row key={row.first.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {pages.hasNextPage && (
        <Button
          pending={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show older
        </Button>
      )}
      {pages.isFetchNextPageError && (
        <p role="alert">Older transactions could not be loaded. Try again.</p>
      )}
    </div>
  )
}

function historyQuery(player: string, query: TransactionsQuery) {
  return infiniteQueryOptions({
    queryKey: [listTransactions.path, 'pages', player, query],
    queryFn: ({ pageParam }) =>
      call(listTransactions, {
        query: { ...query, before: pageParam || undefined },
      }),
    initialPageParam: '',
    getNextPageParam: (page) =>
      page.length === TRANSACTIONS_PAGE_SIZE
        ? String(page.at(-1)?.seq)
        : undefined,
    refetchOnMount: 'always',
  })
}

function EmptyList() {
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

function Row({ row }: { row: HistoryRow }) {
  const { first, gain, balance } = row
  const balanceText = balance === undefined ? '–' : formatCoins(balance)
  const [stake, multiple] = first.type === 'bet' ? betTexts(row) : ['', '']
  const bet = findBet(first)
  return (
    <tr className="border-outline border-t-2">
      <th scope="row">
        <span className="font-display">{toTitle(first)}</span>
        {stake && (
          <span className="text-small sm:hidden">{` ${stake}\u00a0·\u00a0${multiple}`}</span>
        )}
        <time
          dateTime={first.timestamp}
          className="block font-normal text-small text-soft"
        >
          {formatRowTime(first.timestamp)}
        </time>
      </th>
      <td className="max-sm:hidden">{stake}</td>
      <td className="max-sm:hidden">{multiple}</td>
      <td>
        <span
          className={classNames('font-display font-semibold', getColour(row))}
        >
          {formatGain(gain)}
        </span>
        <span className="block text-small text-soft sm:hidden">
          Balance {balanceText}
        </span>
      </td>
      <td className="max-sm:hidden">{balanceText}</td>
      <td>{bet && <ProofLink bet={bet} transaction={first} />}</td>
    </tr>
  )
}

type ProofLinkProps = {
  bet: string
  transaction: Transaction
}

function ProofLink({ bet, transaction }: ProofLinkProps) {
  return (
    <NewTabLink
      href={pagePath(`/verify/${bet}`)}
      aria-label={`Proof of ${toTitle(transaction)}, ${formatTime(transaction.timestamp)}`}
      className="text-link inline-flex min-h-11 items-center gap-2 px-2"
    >
      <ShieldIcon mark="none" className="text-sky" />
      <span className="max-sm:sr-only">Proof</span>
    </NewTabLink>
  )
}

function betTexts({
  first,
  isPaidLater,
}: HistoryRow): [stake: string, multiple: string] {
  const { amount, settlement } = first
  if (!settlement) return [formatCoins(-amount), 'Open']
  return [
    formatCoins(settlement.stake),
    isPaidLater ? 'Paid later' : formatMultiple(settlement),
  ]
}

function getColour({ first, gain }: HistoryRow): string {
  if (first.settlement === null) return 'text-sky-text'
  if (gain === 0) return 'text-soft'
  return gain > 0 ? 'text-lime-text' : 'text-bubblegum-text'
}

function toTitle({ type, gameType }: Transaction): string {
  const label = typeLabels[type]
  if (!gameType) return label
  return type === 'bet' ? gameType : `${gameType} · ${label.toLowerCase()}`
}
