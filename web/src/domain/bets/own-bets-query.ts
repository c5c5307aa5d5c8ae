import { queryOptions } from '@tanstack/react-query'
import { transactions } from '#core/api/history.ts'
import { getJson } from '../../lib/api-client.ts'

const POLL_EVERY_MS = 5_000

/** A player's latest bets; each one's id leads to its proof. */
export function ownBetsQuery(player: string | undefined) {
  const path = '/api/transactions?type=bet'
  return queryOptions({
    queryKey: [path, player],
    queryFn: () => getJson(path, transactions),
    refetchInterval: POLL_EVERY_MS,
    refetchOnMount: 'always',
  })
}
