import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type GamePause, gamePause } from '#core/api/stats.ts'
import type { GameType } from '#core/games/registry.ts'
import type { DEPOSITS } from '#core/pauses.ts'
import type { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import type { PauseBannerProps } from '../../components/pause-banner.tsx'
import { ApiError } from '../../lib/call.ts'
import { casinoStatsQuery } from './casino-stats-query.ts'

/**
 * Why no round of a game can be started now, or no deposit is credited;
 * undefined where nothing is paused.
 */
export function useGamePause(
  gameType:
    | GameType
    | typeof DEPOSITS
    | typeof RACE_GAME_TYPE
    | typeof SPORTS_GAME_TYPE,
): PauseBannerProps | undefined {
  const { data } = useQuery({
    ...casinoStatsQuery(),
    select: ({ paused }) => paused.find((one) => one.gameType === gameType),
  })
  const reason = data?.reason ?? 'Your coins are safe.'
  return data && { title: `${gameType} is paused`, reason }
}

/**
 * Shows the pause that a refusal tells of, until the next poll.
 *
 * @returns false when the error tells of none, or nothing could show it.
 */
export function notePause(queryClient: QueryClient, error: Error): boolean {
  const pause = pauseIn(error)
  const { queryKey } = casinoStatsQuery()
  const stats = queryClient.getQueryData(queryKey)
  if (!(pause && stats)) return false
  setPauses(queryClient, [pause, ...stats.paused])
  return true
}

/** Shows what is paused as it was pushed. */
export function setPauses(queryClient: QueryClient, paused: GamePause[]): void {
  const { queryKey } = casinoStatsQuery()
  queryClient.setQueryData(queryKey, (stats) => stats && { ...stats, paused })
}

const refusal = z.object(gamePause.shape)

function pauseIn(error: Error): GamePause | undefined {
  if (!(error instanceof ApiError) || error.code !== 'paused') return undefined
  return refusal.safeParse(error.problem).data
}
