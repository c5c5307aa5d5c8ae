import { queryOptions } from '@tanstack/react-query'
import { readWallet } from '#core/api/wallet.ts'
import { call } from '../lib/call.ts'

const POLL_EVERY_MS = 30_000

/** A player's wallet with its deposits; nobody else is ever shown it. */
export function walletInfoQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [readWallet.path, player],
    queryFn: () => call(readWallet),
    refetchInterval: POLL_EVERY_MS,
    refetchOnMount: 'always',
  })
}
