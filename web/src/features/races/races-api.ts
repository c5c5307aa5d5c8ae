import type { RaceBet } from '#core/race/race-bet.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type PlaceRaceBetAnswer,
  placeRaceBetAnswer,
  raceBetsAnswer,
  raceHistoryAnswer,
} from '#core/api/races.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'

const BETS_POLL_MS = 1_000
const FIRST_RACE = 1

/** A player's stakes on the present race, a row a horse. */
export function currentBetsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: ['/api/races/current-bets', player],
    queryFn: () => getJson('/api/races/current-bets', raceBetsAnswer),
    enabled: player !== undefined,
    refetchInterval: BETS_POLL_MS,
    refetchOnMount: 'always',
  })
}

export function placeRaceBet(
  body: RaceBet,
  idempotencyKey: string,
): Promise<PlaceRaceBetAnswer> {
  return sendJson('POST', '/api/races/place-bet', {
    body,
    schema: placeRaceBetAnswer,
    idempotencyKey,
  })
}

/** Races that are over, the newest first; a page goes on where the one before ended. */
export const raceHistoryQuery = infiniteQueryOptions({
  queryKey: ['/api/races/history'],
  queryFn: ({ pageParam: query }) =>
    getJson(`/api/races/history${query}`, raceHistoryAnswer),
  initialPageParam: '',
  getNextPageParam: (page) => {
    const oldest = page.at(-1)?.nonce ?? FIRST_RACE
    return oldest > FIRST_RACE ? `?before=${oldest}` : undefined
  },
  refetchOnMount: 'always',
})
