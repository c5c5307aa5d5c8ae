import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type GamePause, gamePause, readCasinoStats } from '#core/api/stats.ts'
import type { PauseBannerProps } from '../components/pause-banner.tsx'
import { ApiError, call } from '../lib/call.ts'

export function casinoStatsQuery() {
  return queryOptions({
    queryKey: [readCasinoStats.path],
    queryFn: () => call(readCasinoStats),
    refetchInterval: 5_000,
  })
}

/** Returns why a game takes no bets, or why deposits are not credited. */
export function useGamePause(gameType: string): PauseBannerProps | undefined {
  const { data } = useQuery({
    ...casinoStatsQuery(),
    select: ({ paused }) => paused.find((one) => one.gameType === gameType),
  })
  const reason = data?.reason ?? 'Your coins are safe.'
  return data && { title: `${gameType} is paused`, reason }
}

/**
 * Shows the pause that a refusal reports, until the next poll.
 *
 * @returns false if the error reports no pause, or the pauses are not loaded.
 */
export function notePause(queryClient: QueryClient, error: Error): boolean {
  const pause = parsePause(error)
  const { queryKey } = casinoStatsQuery()
  const stats = queryClient.getQueryData(queryKey)
  if (!(pause && stats)) return false
  setPauses(queryClient, [pause, ...stats.paused])
  return true
}

/** Shows pauses that were pushed. */
export function setPauses(queryClient: QueryClient, paused: GamePause[]): void {
  const { queryKey } = casinoStatsQuery()
  queryClient.setQueryData(queryKey, (stats) => stats && { ...stats, paused })
}

const refusal = z.object(gamePause.shape)

function parsePause(error: Error): GamePause | undefined {
  if (!(error instanceof ApiError) || error.code !== 'paused') return undefined
  return refusal.safeParse(error.problem).data
}
