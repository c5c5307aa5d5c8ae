import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import type { Game } from '#core/games/game.ts'
import type { StepsAnswer } from '#core/schemas/round-answer.ts'
import { ApiError, getJson } from '../../lib/api-client.ts'
import { parsedLeniently } from '../../lib/parsed-leniently.ts'
import { useFairness } from '../fairness/verifier/fairness-provider.tsx'
import { useNews } from '../session/socket-provider.tsx'
import { noteOpenRound } from './open-rounds.ts'

/** How a player's round of a game with steps stands. */
export interface Standing<A> {
  /** Null when none was open; one that has ended stays until the next. */
  round: A | null
  /** It was found as it is, not led there by what was asked from here. */
  isFound: boolean
}

interface OpenRoundPlan<A> {
  game: Pick<Game, 'path' | 'gameType'>
  schema: z.ZodMiniType<A>
}

/**
 * A player's round of a game with steps: asked for whenever the game is opened,
 * then as the answers tell it.
 */
export function useOpenRound<A extends StepsAnswer>({
  game,
  schema,
}: OpenRoundPlan<A>) {
  const queryClient = useQueryClient()
  const { player, verifyEnds } = useFairness()
  const path = `/api/games/${game.path}`
  const queryKey = [path, player]
  const { data, isPending, isFetching, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const before = queryClient.getQueryData(queryKey)
      const read = found(schema, await getJson(path, z.unknown()))
      const now = queryClient.getQueryData<Standing<A>>(queryKey)
      // An answer came meanwhile: what was read may be from before it.
      return now && now !== before ? now : read
    },
    // Another tab may have gone on.
    refetchOnMount: 'always',
  })
  useNews(({ type }) => {
    if (type === 'opened' && isError) void refetch()
  })

  const foundId = data?.round?.transactionId
  useEffect(() => {
    // One that this browser knew to be open has ended elsewhere.
    if (data?.isFound) void verifyEnds(game.gameType, foundId).catch(ignored)
  }, [data, foundId, game, verifyEnds])

  return {
    ...data,
    isPending,
    /** What is shown may be out of date. */
    isDoubtful: isFetching || isError,
    /** Shows where an answer has led to. */
    moveTo: (round: A) => {
      queryClient.setQueryData(queryKey, { round, isFound: false })
      noteOpenRound(queryClient, { player, gameType: game.gameType }, round)
    },
    /** Shows how the round really stands, after a request that failed. */
    lookAgain: (error: Error) => {
      const state = error instanceof ApiError ? error.problem?.state : undefined
      if (state === undefined) void refetch()
      else queryClient.setQueryData(queryKey, found(schema, state))
    },
  }
}

/** Calls back with each round that is found open. */
export function useFoundRound<A>(
  { round, isFound }: Partial<Standing<A>>,
  onFound: (round: A) => unknown,
): void {
  const call = useEffectEvent(onFound)
  useEffect(() => {
    if (isFound && round) call(round)
  }, [round, isFound])
}

/** It is looked at again when the game is opened next. */
const ignored = () => undefined

const openRound = z.looseObject({ transactionId: z.uuid() })

/** @param state an answer about the open round, or a table at which none is. */
function found<A>(schema: z.ZodMiniType<A>, state: unknown): Standing<A> {
  const isOpen = openRound.safeParse(state).success
  return {
    round: isOpen ? parsedLeniently(schema, state) : null,
    isFound: true,
  }
}
