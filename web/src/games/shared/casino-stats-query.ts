import { queryOptions } from '@tanstack/react-query'
import { readCasinoStats } from '#core/api/stats.ts'
import { call } from '../../lib/call.ts'
import { pollMs } from '../../session/refresh.ts'

export function casinoStatsQuery() {
  return queryOptions({
    queryKey: [readCasinoStats.path],
    queryFn: () => call(readCasinoStats),
    refetchInterval: pollMs.casinoStats,
  })
}
