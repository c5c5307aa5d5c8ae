import type { QueryClient } from '@tanstack/react-query'
import { readFeed } from '#core/api/feed.ts'
import type { RacePush } from '#core/api/races.ts'
import type { SocketMessage } from '#core/api/socket.ts'
import type { listSportsBets } from '#core/api/sports.ts'
import { readWallet } from '#core/api/wallet.ts'

/** A message to the player; `opened` when some may have been missed before. */
export type PushMessage = Exclude<SocketMessage, RacePush> | { type: 'opened' }

/** Written out: the schemas of sports stay out of the first bundle. */
const sportsBetsPath: (typeof listSportsBets)['path'] = '/api/sports/bets'

/** First parts of the query keys that a push makes stale. */
const staleAfter: Partial<Record<PushMessage['type'], readonly string[]>> = {
  deposit: [readWallet.path],
  wallet: [readWallet.path],
  opened: [readWallet.path, readFeed.path, sportsBetsPath],
}

/** Refetches what is on screen and a push may have changed. */
export function refreshQueries(
  queryClient: QueryClient,
  { type }: PushMessage,
): void {
  for (const path of staleAfter[type] ?? []) {
    void queryClient.invalidateQueries({ queryKey: [path] })
  }
}
