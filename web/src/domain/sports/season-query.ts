import { queryOptions } from '@tanstack/react-query'
import { sportsSeason } from '#core/api/sports.ts'
import { getJson } from '../../lib/api-client.ts'

/** What the simulated seasons are drawn from. */
export const seasonQuery = queryOptions({
  queryKey: ['/api/sports/season'],
  queryFn: () => getJson('/api/sports/season', sportsSeason),
  refetchOnMount: 'always',
})

/** The simulated season that a game is of, by the game's id. */
export function seasonOfGame(gameId: string): number | undefined {
  const [, number] = /^season-(\d+)-game-\d+$/.exec(gameId) ?? []
  return number === undefined ? undefined : Number(number)
}
