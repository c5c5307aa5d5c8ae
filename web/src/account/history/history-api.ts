import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  listTransactions,
  readPlaySummary,
  type SummaryQuery,
  TRANSACTIONS_PAGE_SIZE,
  type TransactionsQuery,
} from '#core/api/history.ts'
import { call } from '../../lib/call.ts'

/** A player's transactions page by page, newest first. */
export function historyQuery(player: string, query: TransactionsQuery) {
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

/** What a time of play brought its player. */
export function summaryQueryOf(player: string, query: SummaryQuery) {
  return queryOptions({
    queryKey: [readPlaySummary.path, player, query],
    queryFn: () => call(readPlaySummary, { query }),
    refetchOnMount: 'always',
  })
}
