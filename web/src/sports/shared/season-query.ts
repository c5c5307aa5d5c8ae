import { queryOptions } from '@tanstack/react-query'
import { readSeason } from '#core/api/sports.ts'
import { call } from '../../lib/call.ts'

/** What the simulated seasons are drawn from. */
export const seasonQuery = queryOptions({
  queryKey: [readSeason.path],
  queryFn: () => call(readSeason),
  refetchOnMount: 'always',
})

/** The simulated season that a game is of, by the game's id. */
export function seasonOfGame(gameId: string): number | undefined {
  const [, number] = /^season-(\d+)-game-\d+$/.exec(gameId) ?? []
  return number === undefined ? undefined : Number(number)
}
