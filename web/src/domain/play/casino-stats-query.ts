import { queryOptions } from '@tanstack/react-query'
import { casinoStats } from '#core/api/stats.ts'
import { getJson } from '../../lib/api-client.ts'

const POLL_MS = 5_000

export function casinoStatsQuery() {
  return queryOptions({
    queryKey: ['/api/casino-stats'],
    queryFn: () => getJson('/api/casino-stats', casinoStats),
    refetchInterval: POLL_MS,
  })
}
