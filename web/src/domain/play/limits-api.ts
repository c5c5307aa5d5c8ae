import {
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type LimitsAnswer, limitsAnswer } from '#core/api/limits.ts'
import type { DailyLimits } from '#core/protection/player-limits.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'

const PATH = '/api/limits'

/** The limits that a player has set, and the day that they are held against. */
export function limitsQuery(player: string) {
  return queryOptions({
    queryKey: [PATH, player],
    queryFn: () => getJson(PATH, limitsAnswer),
    refetchOnMount: 'always',
  })
}

export function useSetLimits(player: string) {
  return useMutation({
    mutationFn: (body: DailyLimits) =>
      sendJson('PUT', PATH, { body, schema: limitsAnswer }),
    onSuccess: useKeep(player),
  })
}

export function useCoolOff(player: string) {
  return useMutation({
    mutationFn: (minutes: number) =>
      sendJson('POST', `${PATH}/cool-off`, {
        body: { minutes },
        schema: limitsAnswer,
      }),
    onSuccess: useKeep(player),
  })
}

function useKeep(player: string) {
  const queryClient = useQueryClient()
  return (answer: LimitsAnswer) =>
    queryClient.setQueryData(limitsQuery(player).queryKey, answer)
}
