import type { QueryClient } from '@tanstack/react-query'
import { readFeed } from '#core/api/feed.ts'
import type { RacePush } from '#core/api/races.ts'
import type { SocketMessage } from '#core/api/socket.ts'
import type { listSportsBets } from '#core/api/sports.ts'
import { readWallet } from '#core/api/wallet.ts'

/** A message to the player; `opened` when some may have been missed before. */
export type PushMessage = Exclude<SocketMessage, RacePush> | { type: 'opened' }

/** Poll intervals of the queries, in milliseconds. */
export const pollMs = {
  audit: 5_000,
  casinoStats: 5_000,
  fairness: 5_000,
  /** While nothing can be pushed. */
  feedOffline: 3_000,
  jackpot: 5_000,
  leaderboard: 10_000,
  /** While the player's limits allow no bet. */
  limitsReached: 30_000,
  operator: 5_000,
  operatorGames: 10_000,
  operatorOverview: 2_000,
  /** The server takes one sample a minute. */
  operatorSeries: 60_000,
  ownBets: 5_000,
  paymentStatus: 1_500,
  prize: 10 * 60_000,
  raceBets: 1_000,
  raceBetsElsewhere: 10_000,
  /** While no socket can be opened. */
  raceState: 3_000,
  sportsBets: 30_000,
  sportsBetsDrawer: 5_000,
  sportsGames: 30_000,
  wallet: 30_000,
  walletHoldings: 3_000,
} as const

/** Written out: the schemas of sports stay out of the first bundle. */
const sportsBetsPath: (typeof listSportsBets)['path'] = '/api/sports/bets'

/** First parts of the query keys that a push makes stale. */
const staleAfter: Partial<Record<PushMessage['type'], readonly string[]>> = {
  deposit: [readWallet.path],
  wallet: [readWallet.path],
  opened: [readWallet.path, readFeed.path, sportsBetsPath],
}

/** Refetches what is on screen and a push may have changed. */
export function refreshAfter(
  queryClient: QueryClient,
  { type }: PushMessage,
): void {
  for (const path of staleAfter[type] ?? []) {
    void queryClient.invalidateQueries({ queryKey: [path] })
  }
}
