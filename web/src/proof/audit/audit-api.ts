import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listClosedDays, readAudit, readOwnLiability } from '#core/api/audit.ts'
import { listTransactions } from '#core/api/history.ts'
import { call } from '../../lib/call.ts'
import { pollMs } from '../../session/refresh.ts'

/** A full page: behind it there may be another one. */
const PAGE_SIZE = 30

export function auditQuery() {
  return queryOptions({
    queryKey: [readAudit.path],
    queryFn: () => call(readAudit),
    refetchInterval: pollMs.audit,
    refetchOnMount: 'always',
  })
}

/** Closed days page by page, newest first. */
export function daysQuery() {
  return infiniteQueryOptions({
    queryKey: [listClosedDays.path],
    queryFn: ({ pageParam }) =>
      call(listClosedDays, { query: { before: pageParam || undefined } }),
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
    queryKey: [readOwnLiability.path, player, newest],
    queryFn: async () => {
      const { proof } = await call(readOwnLiability)
      if (!proof) return null
      const before = String(proof.leaf.seq + 1)
      const [last] = await call(listTransactions, { query: { before } })
      return { proof, last }
    },
    refetchOnMount: 'always',
  })
}
