import { queryOptions } from '@tanstack/react-query'
import { listGames, listSportsBets } from '#core/api/sports.ts'
import { SPORT_KEY } from '#core/sports/game.ts'
import { call } from '../lib/call.ts'

const GAMES_POLL_MS = 30_000

/** How often a player's bets are asked for, by where they are shown. */
export const BETS_POLL_MS = { screen: 30_000, drawer: 5_000 }

/** Games that are to be played, or are being played, the first to start first. */
export const sportsGamesQuery = queryOptions({
  queryKey: [listGames.path],
  queryFn: () => call(listGames, { query: { sport: SPORT_KEY } }),
  refetchInterval: GAMES_POLL_MS,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** A player's bets, newest first. */
export function sportsBetsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [listSportsBets.path, player],
    queryFn: () => call(listSportsBets),
    enabled: player !== undefined,
    refetchOnMount: 'always',
  })
}
