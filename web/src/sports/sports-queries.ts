import { queryOptions } from '@tanstack/react-query'
import { listGames, listSportsBets } from '#core/api/sports.ts'
import { SPORT_KEY } from '#core/sports/game.ts'
import { call } from '../lib/call.ts'

/** Upcoming and live games, the next to start first. */
export const sportsGamesQuery = queryOptions({
  queryKey: [listGames.path],
  queryFn: () => call(listGames, { query: { sport: SPORT_KEY } }),
  refetchInterval: 30_000,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** A player's bets, newest first. */
export function sportsBetsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [listSportsBets.path, player],
    queryFn: () => call(listSportsBets),
    enabled: player !== undefined,
    refetchInterval: 30_000,
    refetchOnMount: 'always',
  })
}
