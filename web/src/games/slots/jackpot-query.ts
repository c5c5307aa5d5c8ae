import { queryOptions } from '@tanstack/react-query'
import { readHouseBalance } from '#core/api/stats.ts'
import { call } from '../../lib/call.ts'
import { pollMs } from '../../session/refresh.ts'

/** What a jackpot would pay now. */
export function jackpotQuery() {
  return queryOptions({
    queryKey: [readHouseBalance.path],
    queryFn: () => call(readHouseBalance),
    refetchInterval: pollMs.jackpot,
  })
}
