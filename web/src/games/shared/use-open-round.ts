import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { readRecord } from '#core/api/records.ts'
import { openRoundEndpoint, type StepsAnswer } from '#core/api/rounds.ts'
import { assert } from '#core/assert.ts'
import { verificationRecord } from '#core/evidence/round-record.ts'
import { replayMoves } from '#core/fairness/round.ts'
import { ApiError, call } from '../../lib/call.ts'
import { parseLeniently } from '../../lib/lenient-parse.ts'
import { useFairness } from '../../proof/fairness/verifier/fairness-provider.tsx'
import { usePush } from '../../session/socket-provider.tsx'
import { noteOpenRound, useAfterSteps } from './open-rounds.ts'
import { type RoundPlan, type RoundRequest, useRound } from './use-round.ts'

/** State of a player's round of a game with steps. */
type RoundState<A> = {
  /** Null without an open round; an ended round stays until the next one. */
  round: A | null
  /** True if it was read from the server, not reached by this page's requests. */
  isFound: boolean
}

type SteppedAnswer = StepsAnswer & Readonly<Record<string, unknown>>

type OpenRoundPlan<A extends SteppedAnswer> = Pick<
  RoundPlan<A>,
  'game' | 'schema'
>

/** Plays a game with steps: its rounds can be left open and found again. */
export function useSteppedRound<A extends SteppedAnswer>(plan: RoundPlan<A>) {
  const openRoundState = useOpenRound(plan)
  const requested = useRound({
    ...plan,
    onShown: (answer) => {
      plan.onShown(answer)
      openRoundState.moveTo(answer)
    },
    onFailed: openRoundState.refetchAfterFailure,
  })
  const onFound = useEffectEvent(requested.checkFound)
  const { round: last, isFound = false } = openRoundState
  useEffect(() => {
    if (isFound && last) void onFound(last)
  }, [last, isFound])

  const isStarting =
    requested.isMoving && requested.request?.body.step === undefined
  const round = isStarting ? undefined : (last ?? undefined)
  return {
    ...requested,
    /** The latest round, open or ended. */
    round,
    isFound,
    /** The first read has no answer yet. */
    isLoading: openRoundState.isPending,
    isUnanswered: requested.isUnanswered && (openRoundState.isStale || !round),
    /** Takes an action; does nothing where it is not legal. */
    act: (action: string, request: Partial<RoundRequest> = {}) => {
      if (!last?.legalActions.includes(action)) return
      requested.play({ ...request, body: { ...request.body, step: last.step } })
    },
  }
}

/**
 * Returns a player's round of a game with steps. It is read when the game opens
 * and when another tab plays on, and follows the answers after that.
 */
function useOpenRound<A extends SteppedAnswer>({
  game,
  schema,
}: OpenRoundPlan<A>) {
  const queryClient = useQueryClient()
  const { player, verifyEnds } = useFairness()
  const queryKey = ['/api/games', game.path, player]
  const known = () => queryClient.getQueryData<RoundState<A>>(queryKey)

  /** Reads the open round, or the end of one that was open. */
  const fetchRound = async (): Promise<RoundState<A>> => {
    const before = known()?.round
    const open = parseOpen(
      schema,
      await call(openRoundEndpoint(game, anyAnswer)),
    )
    if (open || !(before && isOpen(before))) {
      return { round: open, isFound: true }
    }
    // Must run before the round is shown as over, which drops its earlier answers.
    await verifyEnds(game.gameType).catch(ignore)
    return { round: await readEnd({ game, schema }, before), isFound: true }
  }
  const { data, isPending, isFetching, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const before = known()
      const read = await fetchRound()
      const now = known()
      // An answer that came meanwhile is newer than what was read.
      return now && now !== before ? now : read
    },
    // Another tab may have played on.
    refetchOnMount: 'always',
  })
  const refetchIfNewer = async () => {
    const before = known()
    const read = await fetchRound()
    const isNew = read.round
      ? read.round.transactionId !== before?.round?.transactionId ||
        read.round.step !== before?.round?.step
      : before?.round && isOpen(before.round)
    if (isNew && known() === before) queryClient.setQueryData(queryKey, read)
  }
  useAfterSteps(game.path, () => void refetchIfNewer().catch(ignore))
  usePush(({ type }) => {
    if (type === 'opened' && isError) void refetch()
  })

  const foundId =
    data?.round && isOpen(data.round) ? data.round.transactionId : undefined
  useEffect(() => {
    // Verifies rounds that this browser knew as open and that ended elsewhere.
    if (data?.isFound) void verifyEnds(game.gameType, foundId).catch(ignore)
  }, [data, foundId, game, verifyEnds])

  return {
    ...data,
    isPending,
    /** The round may be out of date. */
    isStale: isFetching || isError,
    /** Shows the round as an answer has it. */
    moveTo: (round: A) => {
      queryClient.setQueryData(queryKey, { round, isFound: false })
      noteOpenRound(queryClient, { player, gameType: game.gameType }, round)
    },
    /** Reads the round again after a request that failed. */
    refetchAfterFailure: (error: Error) => {
      const state = error instanceof ApiError ? error.problem?.state : undefined
      const round = parseOpen(schema, state)
      if (round) queryClient.setQueryData(queryKey, { round, isFound: true })
      else void refetch()
    },
  }
}

/** The round is read again when the game is opened next. */
const ignore = () => undefined

/** Parsed by `openIn`, which tolerates newer fields. */
const anyAnswer = z.looseObject({})

const openRound = z.looseObject({ transactionId: z.uuid() })

/** Returns the open round of a response; null where none is open. */
function parseOpen<A>(schema: z.ZodMiniType<A>, state: unknown): A | null {
  const isOpen = openRound.safeParse(state).success
  return isOpen ? parseLeniently(schema, state) : null
}

function isOpen({ legalActions }: StepsAnswer): boolean {
  return legalActions.length > 0
}

const readFinishedRound = { ...readRecord, answer: verificationRecord }

/** Reads the end of a round from its record, when it was ended elsewhere. */
async function readEnd<A extends SteppedAnswer>(
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
  const position = replayMoves({ game, bet, actions }, (index) => {
    const draw = draws[index]
    assert(draw !== undefined, 'a record has all draws of its round')
    return draw
  })
  assert(position !== undefined, 'a record is of a round played by the rules')
  return parseLeniently(schema, {
    ...round,
    ...game.view(position),
    step: actions.length,
    actions,
    legalActions: [],
    payout,
    serverSeed,
  })
}
