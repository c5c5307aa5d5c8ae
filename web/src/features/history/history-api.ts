import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { playSummary, transactions } from '#core/api/history.ts'
import { getJson } from '../../lib/api-client.ts'

/** A full page: behind it there may be another one. */
const PAGE_SIZE = 50
const PATH = '/api/transactions'

/** A player's transactions page by page, newest first. */
export function historyQuery(player: string, query: URLSearchParams) {
  return infiniteQueryOptions({
    queryKey: [PATH, 'pages', player, query.toString()],
    queryFn: ({ pageParam }) =>
      getJson(pathOf(PATH, query, { before: pageParam }), transactions),
    initialPageParam: '',
    getNextPageParam: (page) =>
      page.length === PAGE_SIZE ? String(page.at(-1)?.seq) : undefined,
    refetchOnMount: 'always',
  })
}

/** What a time of play brought its player. */
export function summaryQueryOf(player: string, query: URLSearchParams) {
  return queryOptions({
    queryKey: [PATH, 'summary', player, query.toString()],
    queryFn: () => getJson(pathOf(`${PATH}/summary`, query), playSummary),
    refetchOnMount: 'always',
  })
}

/** Where the browser gets the file from. */
export function exportPath(query: URLSearchParams): string {
  return pathOf(`${PATH}/export`, query)
}

function pathOf(
  path: string,
  query: URLSearchParams,
  more: Record<string, string> = {},
): string {
  const all = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more)) {
    if (value) all.set(name, value)
  }
  return all.size > 0 ? `${path}?${all}` : path
}
