import { queryOptions } from '@tanstack/react-query'
import { readHouseBalance } from '#core/api/stats.ts'
import { getJson } from '../../lib/api-client.ts'

const POLL_MS = 5_000

/** What a jackpot would pay now. */
export function jackpotQuery() {
  return queryOptions({
    queryKey: ['/api/house-balance'],
    queryFn: () => getJson('/api/house-balance', readHouseBalance.answer),
    refetchInterval: POLL_MS,
  })
}
