import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { closedDays, ownLiability, publicAudit } from '#core/api/audit.ts'
import { transactions } from '#core/api/history.ts'
import { getJson } from '../../lib/api-client.ts'

const PATH = '/api/audit'
const POLL_MS = 5_000
/** A full page: behind it there may be another one. */
const PAGE_SIZE = 30

export function auditQuery() {
  return queryOptions({
    queryKey: [PATH],
    queryFn: () => getJson(PATH, publicAudit),
    refetchInterval: POLL_MS,
    refetchOnMount: 'always',
  })
}

/** Closed days page by page, newest first. */
export function daysQuery() {
  return infiniteQueryOptions({
    queryKey: [PATH, 'days'],
    queryFn: ({ pageParam }) =>
      getJson(`${PATH}/days${pageParam && `?before=${pageParam}`}`, closedDays),
    initialPageParam: '',
    getNextPageParam: ({ days }) =>
      days.length === PAGE_SIZE ? String(days.at(-1)?.number) : undefined,
    refetchOnMount: 'always',
  })
}

/**
 * The player's own leaf, and the transaction of theirs that it names.
 *
 * @param newest the number of the newest day; another one has another leaf.
 */
export function ownLeafQuery(player: string, newest: number | undefined) {
  return queryOptions({
    queryKey: [PATH, 'mine', player, newest],
    queryFn: async () => {
      const { proof } = await getJson(`${PATH}/liabilities/mine`, ownLiability)
      if (!proof) return null
      const path = `/api/transactions?before=${proof.leaf.seq + 1}`
      const [last] = await getJson(path, transactions)
      return { proof, last }
    },
    refetchOnMount: 'always',
  })
}
