import {
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  leaderboardAnswer,
  participationAnswer,
} from '#core/api/leaderboard.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'

const POLL_MS = 10_000
const PATH = '/api/leaderboard'
const PARTICIPATION = `${PATH}/participation`

export const leaderboardQuery = queryOptions({
  queryKey: [PATH],
  queryFn: () => getJson(PATH, leaderboardAnswer),
  refetchInterval: POLL_MS,
  refetchOnMount: 'always',
})

/** Whether a player wants to be named, and what counts of the week so far. */
export function participationQuery(player: string) {
  return queryOptions({
    queryKey: [PARTICIPATION, player],
    queryFn: () => getJson(PARTICIPATION, participationAnswer),
    refetchInterval: POLL_MS,
    refetchOnMount: 'always',
  })
}

export function useSetShown(player: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isShown: boolean) =>
      sendJson('PUT', PARTICIPATION, {
        body: { isShown },
        schema: participationAnswer,
      }),
    onSuccess: (answer) => {
      queryClient.setQueryData(participationQuery(player).queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: [PATH] })
    },
  })
}
