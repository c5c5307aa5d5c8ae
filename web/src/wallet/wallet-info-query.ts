import { queryOptions } from '@tanstack/react-query'
import { readWallet } from '#core/api/wallet.ts'
import { call } from '../lib/call.ts'
import { pollMs } from '../session/refresh.ts'

/** A player's wallet with its deposits; nobody else is ever shown it. */
export function walletInfoQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [readWallet.path, player],
    queryFn: () => call(readWallet),
    refetchInterval: pollMs.wallet,
    refetchOnMount: 'always',
  })
}
