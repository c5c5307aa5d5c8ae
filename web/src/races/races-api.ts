import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listRaceBets, listRaces } from '#core/api/races.ts'
import { call } from '../lib/call.ts'
import { pollMs } from '../session/refresh.ts'

const FIRST_RACE = 1

/** A player's stakes on the present race, a row a horse. */
export function currentBetsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [listRaceBets.path, player],
    queryFn: () => call(listRaceBets),
    enabled: player !== undefined,
    refetchInterval: pollMs.raceBets,
    refetchOnMount: 'always',
  })
}

/** Races that are over, the newest first; a page goes on where the one before ended. */
export const raceHistoryQuery = infiniteQueryOptions({
  queryKey: [listRaces.path],
  queryFn: ({ pageParam }) =>
    call(listRaces, { query: { before: pageParam || undefined } }),
  initialPageParam: '',
  getNextPageParam: (page) => {
    const oldest = page.at(-1)?.nonce ?? FIRST_RACE
    return oldest > FIRST_RACE ? String(oldest) : undefined
  },
  refetchOnMount: 'always',
})
