import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { readRecord } from '#core/api/records.ts'
import { openRoundEndpoint, type StepsAnswer } from '#core/api/rounds.ts'
import { assert } from '#core/assert.ts'
import { positionAfter } from '#core/fairness/round.ts'
import type { Game } from '#core/games/game.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import { ApiError, call } from '../../lib/call.ts'
import { parsedLeniently } from '../../lib/parsed-leniently.ts'
import { useFairness } from '../../proof/fairness/verifier/fairness-provider.tsx'
import { usePush } from '../../session/socket-provider.tsx'
import { noteOpenRound, useAfterSteps } from './open-rounds.ts'

/** How a player's round of a game with steps stands. */
export interface Standing<A> {
  /** Null when none was open; one that has ended stays until the next. */
  round: A | null
  /** It was found as it is, not led there by what was asked from here. */
  isFound: boolean
}

interface OpenRoundPlan<A> {
  game: Game
  schema: z.ZodMiniType<A>
}

/**
 * Returns a player's round of a game with steps. It is requested when the game
 * opens and when another tab plays on, and follows the answers after that.
 */
export function useOpenRound<A extends StepsAnswer>({
  game,
  schema,
}: OpenRoundPlan<A>) {
  const queryClient = useQueryClient()
  const { player, verifyEnds } = useFairness()
  const queryKey = ['/api/games', game.path, player]
  const known = () => queryClient.getQueryData<Standing<A>>(queryKey)

  /** Requests the open round, or the end of one that was open. */
  const look = async (): Promise<Standing<A>> => {
    const before = known()?.round
    const open = openIn(schema, await call(openRoundEndpoint(game)))
    if (open || !(before && isOpen(before))) {
      return { round: open, isFound: true }
    }
    // Before the round is shown as over, and its earlier answers are dropped.
    await verifyEnds(game.gameType).catch(ignored)
    return { round: await endOf({ game, schema }, before), isFound: true }
  }
  const { data, isPending, isFetching, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const before = known()
      const read = await look()
      const now = known()
      // An answer came meanwhile: what was read may be from before it.
      return now && now !== before ? now : read
    },
    // Another tab may have gone on.
    refetchOnMount: 'always',
  })
  const follow = async () => {
    const before = known()
    const read = await look()
    const isNews = read.round
      ? read.round.transactionId !== before?.round?.transactionId ||
        read.round.step !== before?.round?.step
      : before?.round && isOpen(before.round)
    if (isNews && known() === before) queryClient.setQueryData(queryKey, read)
  }
  useAfterSteps(game.path, () => void follow().catch(ignored))
  usePush(({ type }) => {
    if (type === 'opened' && isError) void refetch()
  })

  const foundId =
    data?.round && isOpen(data.round) ? data.round.transactionId : undefined
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
      const round = openIn(schema, state)
      if (round) queryClient.setQueryData(queryKey, { round, isFound: true })
      else void refetch()
    },
  }
}

/** Calls back with each round that is found open. */
export function useFoundRound<A>(
  { round, isFound }: Partial<Standing<A>>,
  onFound: (round: A) => unknown,
): void {
  const handleFound = useEffectEvent(onFound)
  useEffect(() => {
    if (isFound && round) handleFound(round)
  }, [round, isFound])
}

/** It is looked at again when the game is opened next. */
const ignored = () => undefined

const openRound = z.looseObject({ transactionId: z.uuid() })

/** @param state an answer about the open round, or a table at which none is. */
function openIn<A>(schema: z.ZodMiniType<A>, state: unknown): A | null {
  const isOpen = openRound.safeParse(state).success
  return isOpen ? parsedLeniently(schema, state) : null
}

function isOpen({ legalActions }: StepsAnswer): boolean {
  return legalActions.length > 0
}

const readFinishedRound = { ...readRecord, answer: verificationRecord }

/** Reads from its record how a round ended whose last steps were made elsewhere. */
async function endOf<A extends StepsAnswer>(
  { game, schema }: OpenRoundPlan<A>,
  round: A,
): Promise<A> {
  const { serverSeed, gameData } = await call(readFinishedRound, {
    params: { id: round.transactionId },
  })
  const { draws, payout } = gameData
  const bet = game.bet.parse(gameData.bet)
  const actions = z
    .array(game.steps?.action ?? z.never())
    .parse(gameData.actions ?? [])
  const position = positionAfter({ game, bet, actions }, (index) => {
    const draw = draws[index]
    assert(draw !== undefined, 'a record has all draws of its round')
    return draw
  })
  assert(position !== undefined, 'a record is of a round played by the rules')
  return parsedLeniently(schema, {
    ...round,
    ...game.view(position),
    step: actions.length,
    actions,
    legalActions: [],
    payout,
    serverSeed,
  })
}
