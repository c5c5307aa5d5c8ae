import {
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  readLeaderboard,
  readParticipation,
  setParticipation,
} from '#core/api/leaderboard.ts'
import { call } from '../../lib/call.ts'
import { pollMs } from '../../session/refresh.ts'

export const leaderboardQuery = queryOptions({
  queryKey: [readLeaderboard.path],
  queryFn: () => call(readLeaderboard),
  refetchInterval: pollMs.leaderboard,
  refetchOnMount: 'always',
})

/** Whether a player wants to be named, and what counts of the week so far. */
export function participationQuery(player: string) {
  return queryOptions({
    queryKey: [readParticipation.path, player],
    queryFn: () => call(readParticipation),
    refetchInterval: pollMs.leaderboard,
    refetchOnMount: 'always',
  })
}

export function useSetShown(player: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isShown: boolean) =>
      call(setParticipation, { body: { isShown } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(participationQuery(player).queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: [readLeaderboard.path] })
    },
  })
}
