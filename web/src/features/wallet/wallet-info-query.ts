import { queryOptions } from '@tanstack/react-query'
import { walletInfo } from '#core/schemas/wallet.ts'
import { getJson } from '../../lib/api-client.ts'

const POLL_EVERY_MS = 30_000

/** The player's wallet with its deposits; only for the signed-in. */
export function walletInfoQuery() {
  return queryOptions({
    queryKey: ['/api/wallet/info'],
    queryFn: () => getJson('/api/wallet/info', walletInfo),
    refetchInterval: POLL_EVERY_MS,
    refetchOnMount: 'always',
  })
}
