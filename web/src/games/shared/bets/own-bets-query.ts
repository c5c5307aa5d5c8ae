import { queryOptions } from '@tanstack/react-query'
import { listTransactions } from '#core/api/history.ts'
import { call } from '../../../lib/call.ts'
import { pollMs } from '../../../session/refresh.ts'

/** A player's latest bets; each one's id leads to its proof. */
export function ownBetsQuery(player: string | undefined) {
  const query = { type: 'bet' } as const
  return queryOptions({
    queryKey: [listTransactions.path, player, query],
    queryFn: () => call(listTransactions, { query }),
    refetchInterval: pollMs.ownBets,
    refetchOnMount: 'always',
  })
}
