import { queryOptions } from '@tanstack/react-query'
import { readCasinoStats } from '#core/api/stats.ts'
import { call } from '../../lib/call.ts'

const POLL_MS = 5_000

export function casinoStatsQuery() {
  return queryOptions({
    queryKey: [readCasinoStats.path],
    queryFn: () => call(readCasinoStats),
    refetchInterval: POLL_MS,
  })
}
