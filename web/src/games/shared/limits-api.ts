import {
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type LimitsAnswer,
  readLimits,
  setLimits,
  startBreak,
} from '#core/api/limits.ts'
import type { DailyLimits } from '#core/protection/player-limits.ts'
import { call } from '../../lib/call.ts'

/** The limits that a player has set, and the day that they are held against. */
export function limitsQuery(player: string) {
  return queryOptions({
    queryKey: [readLimits.path, player],
    queryFn: () => call(readLimits),
    refetchOnMount: 'always',
  })
}

export function useSetLimits(player: string) {
  return useMutation({
    mutationFn: (body: DailyLimits) => call(setLimits, { body }),
    onSuccess: useKeep(player),
  })
}

export function useCoolOff(player: string) {
  return useMutation({
    mutationFn: (minutes: number) => call(startBreak, { body: { minutes } }),
    onSuccess: useKeep(player),
  })
}

function useKeep(player: string) {
  const queryClient = useQueryClient()
  return (answer: LimitsAnswer) =>
    queryClient.setQueryData(limitsQuery(player).queryKey, answer)
}
