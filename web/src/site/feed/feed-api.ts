import {
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type FeedBet,
  readFeed,
  readFeedName,
  setFeedName,
} from '#core/api/feed.ts'
import { call } from '../../lib/call.ts'

const BETS_MAX = 30

/** The newest bets of all players. */
export const feedQuery = queryOptions({
  queryKey: [readFeed.path],
  queryFn: () => call(readFeed),
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
    queryKey: [readFeedName.path, player],
    queryFn: () => call(readFeedName),
    refetchOnMount: 'always',
  })
}

export function useSetName(player: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isHidden: boolean) =>
      call(setFeedName, { body: { isHidden } }),
    onSuccess: (name) =>
      queryClient.setQueryData(nameQuery(player).queryKey, name),
  })
}
