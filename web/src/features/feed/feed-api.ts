import {
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type FeedBet, feedAnswer, feedName } from '#core/api/feed.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'

const BETS_MAX = 30
/** While nothing can be pushed. */
export const POLL_MS = 3_000

const NAME = '/api/feed/name'

/** The newest bets of all players. */
export const feedQuery = queryOptions({
  queryKey: ['/api/feed'],
  queryFn: () => getJson('/api/feed', feedAnswer),
  refetchOnMount: 'always',
})

/** The newest bets with those that were pushed, each once. */
export function withPushed(
  known: readonly FeedBet[],
  pushed: readonly FeedBet[],
): FeedBet[] {
  const ids = new Set(pushed.map(({ id }) => id))
  const rest = known.filter(({ id }) => !ids.has(id))
  return [...pushed, ...rest].slice(0, BETS_MAX)
}

/** Whether a player's bets are shown without the name. */
export function nameQuery(player: string) {
  return queryOptions({
    queryKey: [NAME, player],
    queryFn: () => getJson(NAME, feedName),
    refetchOnMount: 'always',
  })
}

export function useSetName(player: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isHidden: boolean) =>
      sendJson('PUT', NAME, { body: { isHidden }, schema: feedName }),
    onSuccess: (name) =>
      queryClient.setQueryData(nameQuery(player).queryKey, name),
  })
}
