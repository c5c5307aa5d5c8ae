import {
  notifyManager,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type * as z from 'zod/mini'
import { type GameAnswer, playEndpoint } from '#core/api/rounds.ts'
import { assert } from '#core/assert.ts'
import type {
  Game,
  GameRequest,
  JsonObject,
  RequestedMove,
} from '#core/games/game.ts'
import { coins } from '#core/money/coins.ts'
import { call, isOutcomeOpen } from '../../lib/call.ts'
import { isServerAway, untilServerIsBack } from '../../lib/server-presence.ts'
import { playTimeline, type Timeline } from '../../lib/timeline.ts'
import { useVerdict } from '../../proof/fairness/use-verdict.ts'
import { useFairness } from '../../proof/fairness/verifier/fairness-provider.tsx'
import {
  setBalance,
  userQuery,
  userQueryKey,
} from '../../session/user-query.ts'
import type { AutoRound, CheckedAnswer } from './auto-round.ts'
import { holdBalance } from './balance-hold.ts'
import { notePause } from './game-pause.ts'
import { isBigWin, type News, useAnnouncement } from './use-announcement.ts'

/** One request of a game; its path follows `/api/games/`. */
export interface RoundRequest {
  path: string
  body?: JsonObject
  /** Coins that a step puts in; a start puts in its bet. */
  price?: number
  /** Where no player asks for it, but their autobet. */
  auto?: AutoRound
}

/** What makes the rounds of one game different from those of others. */
export interface RoundPlan<A extends GameAnswer> {
  game: Game
  schema: z.ZodMiniType<A>
  /** Starts what plays until the answer may be looked at, known or not. */
  tension(request: RoundRequest): Timeline
  /** Starts what plays from then on: the answer is shown bit by bit. */
  landing?(answer: A): Timeline
  /** Called when all of the answer is shown, the balance too. */
  onShown?(answer: A): void
  /** What an answer sounds like and says; nothing while a round goes on. */
  news(answer: A): News | undefined
  /** What an error says. */
  failure(error: Error): string
  onFailed?(error: Error): void
}

/**
 * Asking for rounds of a game, showing their ends in time, and proving them.
 */
export function useRound<A extends GameAnswer>(plan: RoundPlan<A>) {
  const queryClient = useQueryClient()
  const { ready } = useFairness()
  const { show, skip, isLate } = useShow(plan)
  const { checked, check } = useVerdict()
  const checking = useRef<ReturnType<typeof check>>(undefined)
  const announce = useAnnouncement()
  const { game } = plan

  const round = useMutation({
    mutationFn: async (request: RoundRequest) => {
      const ask = askOf(game, request)
      // The balance would tell how the round ends, so it waits as well.
      const release = holdBalance()
      const giveBack = request.auto?.isFast
        ? undefined
        : takeStake(queryClient, stakeOf(ask, request))
      try {
        const pinned = ready()
        const asking = pinned.then(() => send(plan, request))
        const answer = await show(request, asking)
        setBalance(queryClient, answer.balance)
        return { ask, earliestNonce: await pinned, answer }
      } catch (cause) {
        giveBack?.()
        throw cause
      } finally {
        release()
      }
    },
    // Thousands of them may follow each other; the latest is held by this page.
    gcTime: 0,
    onMutate: ({ auto }) => {
      if (!auto) announce.clear()
    },
    onSuccess: ({ ask, earliestNonce, answer }, { auto }) => {
      plan.onShown?.(answer)
      const news = plan.news(answer)
      if (news && isTold(news, auto)) soon(() => announce.tell(news))
      checking.current = check({ game, ask, earliestNonce, answer })
    },
    onError: (error, { auto }) => {
      // An autobet says by itself why it stops.
      if (!notePause(queryClient, error) && !auto) {
        soon(() => announce.fail(plan.failure(error)))
      }
      // Whether the bet counted is for the server to say.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
      plan.onFailed?.(error)
    },
  })

  const isFast = round.variables?.auto?.isFast === true
  const isMoving = round.isPending && (isLate || !isFast)
  const isShown = !(isMoving || round.isError)
  return {
    isPlaying: round.isPending,
    /** There is something to watch: of a fast round, only that it is late. */
    isMoving,
    /** All has played that can play, but the house has not answered yet. */
    isLate: round.isPending && isLate,
    /** The request that was made last. */
    request: round.variables,
    /** What came of it, once that is shown. */
    answer: round.data?.answer,
    /** No clear answer came, so nobody here knows whether the bet counted. */
    isUnanswered: round.isError && isOutcomeOpen(round.error),
    /** What is known of the round that is shown; nothing while none is. */
    checked: checked?.state === 'open' || isShown ? checked : undefined,
    play: round.mutate,
    /**
     * Plays for an autobet: it is told the answer and what its check came to.
     */
    playAuto: async (request: RoundRequest): Promise<CheckedAnswer<A>> => {
      const { answer } = await round.mutateAsync(request)
      return { answer, state: await checking.current }
    },
    /** Shows the end now; left out while there is nothing to skip. */
    skip: round.isPending && !isLate && !isFast ? skip : undefined,
    /** Checks a round that was found, not asked for; it replaces what failed. */
    checkFound: (answer: A) => {
      round.reset()
      return check({ game, answer })
    },
  }
}

function stakeOf(ask: RequestedMove, { price = 0 }: RoundRequest): number {
  return 'start' in ask ? ask.start.betAmount : price
}

/** Shows a balance without a stake that is placed. @returns shows it again. */
function takeStake(queryClient: QueryClient, stake: number): () => void {
  const before = queryClient.getQueryData(userQuery().queryKey)?.balance
  if (before === undefined || stake > before) return () => undefined
  setBalance(queryClient, coins(before - stake))
  return () => setBalance(queryClient, before)
}

/** When the page, too, is told how a request ended: its words go with ours. */
function soon(tell: () => void): void {
  notifyManager.schedule(tell)
}

/** An autobet's rounds are many: only large wins are celebrated one by one. */
function isTold(news: News, auto: AutoRound | undefined): boolean {
  return !auto || isBigWin(news)
}

/**
 * From one fast round to the next. What flashes more than three times a second
 * can harm; at five changes a second nothing does.
 */
const FAST_MS = 200
/** A fast round that has no answer by then is waited for aloud. */
const FAST_LATE_MS = 2_000

/** Plays what there is to see of one request before its end is shown. */
function useShow<A extends GameAnswer>(
  plan: Pick<RoundPlan<A>, 'tension' | 'landing'>,
) {
  const playing = useRef<Timeline>(undefined)
  const isSkipped = useRef(false)
  const [isLate, setLate] = useState(false)

  const show = async (request: RoundRequest, asking: Promise<A>) => {
    const isFast = request.auto?.isFast === true
    isSkipped.current = isFast
    setLate(false)
    const tension = isFast ? playTimeline(FAST_MS) : plan.tension(request)
    const onTime = isFast ? playTimeline(FAST_LATE_MS) : tension
    playing.current = tension
    let isAnswered = false
    const answered = asking.finally(() => {
      isAnswered = true
    })
    void onTime.end.then(() => setLate(!isAnswered))
    try {
      const [answer] = await Promise.all([answered, tension.end])
      setLate(false)
      if (plan.landing && !isSkipped.current) {
        playing.current = plan.landing(answer)
        await playing.current.end
      }
      return answer
    } finally {
      tension.skip()
      onTime.skip()
    }
  }
  const skip = () => {
    isSkipped.current = true
    playing.current?.skip()
  }
  return { show, skip, isLate }
}

/** The same key again gives the same answer again. */
async function send<A extends GameAnswer>(
  { game, schema }: RoundPlan<A>,
  request: RoundRequest,
): Promise<A> {
  const { body, auto } = request
  const play = playEndpoint(game, gameRequest(game, request))
  const idempotencyKey = uuid()
  for (;;) {
    try {
      return await call({ ...play, answer: schema }, { body, idempotencyKey })
    } catch (cause) {
      if (!(await isServerBack(cause, auto))) throw cause
    }
  }
}

/** How soon an autobet that was stopped lets go of its request, in ms. */
const LOOK_EVERY_MS = 5_000

/**
 * Whether a request can be sent again because a house is back that was away
 * for longer than requests are sent again by themselves. Only an autobet waits
 * so long.
 */
async function isServerBack(
  cause: unknown,
  auto: AutoRound | undefined,
): Promise<boolean> {
  const isOpen = cause instanceof Error && isOutcomeOpen(cause)
  if (!(auto && isOpen && isServerAway())) return false
  while (isServerAway() && auto.isWanted()) {
    await untilServerIsBack(LOOK_EVERY_MS)
  }
  return auto.isWanted()
}

function askOf(game: Game, request: RoundRequest): RequestedMove {
  return gameRequest(game, request).body.parse(request.body)
}

function gameRequest(game: Game, { path }: RoundRequest): GameRequest {
  const request = game.requests.find((one) => one.path === path)
  assert(request !== undefined, 'a game is played by its own paths')
  return request
}
