import { queryOptions } from '@tanstack/react-query'
import {
  type PlacedSportsBet,
  type PlaceSportsBetRequest,
  placedSportsBet,
  sportsBets,
  sportsGames,
} from '#core/api/sports.ts'
import { SPORT_KEY } from '#core/sports/game.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'

const GAMES_POLL_MS = 30_000

/** How often a player's bets are asked for, by where they are shown. */
export const BETS_POLL_MS = { screen: 30_000, drawer: 5_000 }

/** Games that are to be played, or are being played, the first to start first. */
export const sportsGamesQuery = queryOptions({
  queryKey: ['/api/sports/games'],
  queryFn: () => getJson(`/api/sports/games?sport=${SPORT_KEY}`, sportsGames),
  refetchInterval: GAMES_POLL_MS,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** A player's bets, newest first. */
export function sportsBetsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: ['/api/sports/bets', player],
    queryFn: () => getJson('/api/sports/bets', sportsBets),
    enabled: player !== undefined,
    refetchOnMount: 'always',
  })
}

export function placeSportsBet(
  body: PlaceSportsBetRequest,
  idempotencyKey: string,
): Promise<PlacedSportsBet> {
  return sendJson('POST', '/api/sports/place-bet', {
    body,
    schema: placedSportsBet,
    idempotencyKey,
  })
}
