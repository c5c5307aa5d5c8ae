import { queryOptions } from '@tanstack/react-query'
import { walletInfo } from '#core/api/wallet.ts'
import { getJson } from '../../lib/api-client.ts'

const POLL_EVERY_MS = 30_000

/** A player's wallet with its deposits; nobody else is ever shown it. */
export function walletInfoQuery(player: string | undefined) {
  return queryOptions({
    queryKey: ['/api/wallet/info', player],
    queryFn: () => getJson('/api/wallet/info', walletInfo),
    refetchInterval: POLL_EVERY_MS,
    refetchOnMount: 'always',
  })
}
