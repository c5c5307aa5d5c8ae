import {
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  listOpenRounds,
  type OpenRoundsAnswer,
  type StepsAnswer,
} from '#core/api/rounds.ts'
import { call } from '../../lib/call.ts'
import { useAuth } from '../../session/auth.tsx'
import { usePush } from '../../session/socket-provider.tsx'
import { showUnheld } from './balance-hold.ts'

/** Collects the pushes of an autobet on another tab into one read. */
const READ_AFTER_MS = 500

function openRoundsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [listOpenRounds.path, player],
    queryFn: () => call(listOpenRounds),
    enabled: player !== undefined,
    refetchOnMount: 'always',
  })
}

/** Returns the player's open rounds, on whichever tab they were started. */
export function useOpenRounds() {
  const player = useAuth().user?.id
  const queryClient = useQueryClient()
  const { queryKey } = openRoundsQuery(player)
  useAfterSteps('open rounds', () => {
    void queryClient.invalidateQueries({ queryKey })
  })
  return useQuery(openRoundsQuery(player))
}

/**
 * Calls back soon after an action in the player's rounds, on whichever tab.
 *
 * @param kind of the call: only the latest delayed call of a kind is made.
 */
export function useAfterSteps(kind: string, act: () => void): void {
  const onSteps = useEffectEvent(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const read = () => {
    timer.current = undefined
    // The end of a round would reveal cards that are not shown yet.
    showUnheld(() => onSteps(), kind)
  }
  // Every action pushes a balance.
  usePush(({ type }) => {
    if (type !== 'balance' && type !== 'opened') return
    timer.current ??= setTimeout(read, READ_AFTER_MS)
  })
}

/** Updates the list of open rounds by an answer, without reading it again. */
export function noteOpenRound(
  queryClient: QueryClient,
  { player, gameType }: { player: string | undefined; gameType: string },
  answer: StepsAnswer,
): void {
  const { queryKey } = openRoundsQuery(player)
  // A read that is still under way may be older than the answer.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (known) => known && withRound(known, gameType, answer),
  )
}

function withRound(
  known: OpenRoundsAnswer,
  gameType: string,
  { transactionId, betAmount, legalActions }: StepsAnswer,
): OpenRoundsAnswer {
  const earlier = known.find((one) => one.transactionId === transactionId)
  if (earlier && legalActions.length > 0) return known
  const others = known.filter((one) => one.gameType !== gameType)
  if (legalActions.length === 0) return others
  return [...others, { gameType, transactionId, betAmount }]
}
