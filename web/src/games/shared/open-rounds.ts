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

/** Collects what an autobet on another tab pushes into one read. */
const LOOK_AFTER_MS = 500

function openRoundsQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [listOpenRounds.path, player],
    queryFn: () => call(listOpenRounds),
    enabled: player !== undefined,
    refetchOnMount: 'always',
  })
}

/** A player's rounds that wait for their next step, on whichever tab they were begun. */
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
 * Calls back soon after the player's rounds have gone on, on whichever tab.
 *
 * @param kind names the call: of several that are held back the last is made.
 */
export function useAfterSteps(kind: string, act: () => void): void {
  const onSteps = useEffectEvent(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = () => {
    timer.current = undefined
    // A round's end would give away what its cards have yet to show.
    showUnheld(() => onSteps(), kind)
  }
  // A balance is pushed with every step of a round.
  usePush(({ type }) => {
    if (type !== 'balance' && type !== 'opened') return
    timer.current ??= setTimeout(look, LOOK_AFTER_MS)
  })
}

/** Shows what an answer tells of the round of one game, before it is asked for again. */
export function noteOpenRound(
  queryClient: QueryClient,
  { player, gameType }: { player: string | undefined; gameType: string },
  answer: StepsAnswer,
): void {
  const { queryKey } = openRoundsQuery(player)
  // What was read before this answer may be older than it.
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
