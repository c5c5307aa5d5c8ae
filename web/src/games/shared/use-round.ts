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
import type { Game, GameRequest, JsonObject } from '#core/games/game.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { call, isOutcomeOpen } from '../../lib/call.ts'
import { isServerAway, waitForServer } from '../../lib/server-presence.ts'
import { playTimeline, type Timeline } from '../../lib/timeline.ts'
import { useVerdict } from '../../proof/fairness/use-verdict.ts'
import { useFairness } from '../../proof/fairness/verifier/fairness-provider.tsx'
import { notePause } from '../../session/game-pause.ts'
import {
  setBalance,
  userQuery,
  userQueryKey,
} from '../../session/user-query.ts'
import { holdBalance } from './balance-hold.ts'
import {
  type Announcement,
  outcomeAnnouncement,
  useAnnouncement,
} from './use-announcement.ts'

/** One request of a game. */
export type RoundRequest = {
  /** Follows `/api/games/`; the game's own path by default. */
  path?: string
  body: JsonObject
  /** Coins that an action adds to the stake. */
  price?: number
  /** Set in requests of an autobet. */
  auto?: AutoRound
}

/** Mode in which an autobet plays a round. */
export type AutoRound = {
  /** Shows the result at once, without animation. */
  isFast: boolean
  /** False once the autobet was stopped. */
  isWanted(): boolean
}

/** Result of an autobet's round. */
export type RoundEnd = {
  /** Undefined if a mismatch stopped the round before its end. */
  payout: Coins | undefined
  balance: Coins
  /** True if the answer contradicts the commitments. */
  isMismatch: boolean
}

/** A game's part in the life cycle of its rounds. */
export type RoundPlan<A extends GameAnswer> = {
  game: Game
  schema: z.ZodMiniType<A>
  /** Starts the animation that plays until the answer may be shown. */
  tension(request: RoundRequest): Timeline
  /** Starts the animation that reveals the answer step by step. */
  landing?(answer: A): Timeline
  /** Called when the whole answer is shown, with the balance. */
  onShown(answer: A): void
  /** By default the outcome, once there is a payout. */
  announcement?(answer: A): Announcement | undefined
  failure(error: Error): string
  onFailed?(error: Error): void
}

/** Requests rounds of a game, reveals their results in time, and verifies them. */
export function useRound<A extends GameAnswer>(plan: RoundPlan<A>) {
  const queryClient = useQueryClient()
  const { ready } = useFairness()
  const { show, skip, isLate } = useShow(plan)
  const { checked, check } = useVerdict()
  const checking = useRef<ReturnType<typeof check>>(undefined)
  const { clear, announce, fail } = useAnnouncement()
  const { game, announcement = findAnnouncement } = plan

  const round = useMutation({
    mutationFn: async (request: RoundRequest) => {
      const move = toRequest(game, request).body.parse(request.body)
      // The balance would reveal the result, so it is delayed too.
      const release = holdBalance()
      const giveBack = request.auto?.isFast
        ? undefined
        : takeStake(
            queryClient,
            'start' in move ? move.start.betAmount : request.price,
          )
      try {
        const pinned = ready()
        const answerPromise = pinned.then(() => send(plan, request))
        const answer = await show(request, answerPromise)
        setBalance(queryClient, answer.balance)
        return { move, earliestNonce: await pinned, answer }
      } catch (cause) {
        giveBack?.()
        throw cause
      } finally {
        release()
      }
    },
    // An autobet makes thousands of them; the page itself holds the latest.
    gcTime: 0,
    onMutate: ({ auto }) => {
      if (!auto) clear()
    },
    onSuccess: ({ move, earliestNonce, answer }, { auto }) => {
      plan.onShown(answer)
      const message = announcement(answer)
      // Autobets announce only large wins.
      if (message && (!auto || message.sound === 'jackpot')) {
        withNextPaint(() => announce(message))
      }
      checking.current = check({ game, move, earliestNonce, answer })
    },
    onError: (error, { auto }) => {
      // The autobet panel shows why it stopped.
      if (!notePause(queryClient, error) && !auto) {
        withNextPaint(() => fail(plan.failure(error)))
      }
      // Only the server knows whether the bet counted.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
      plan.onFailed?.(error)
    },
  })

  const isFast = round.variables?.auto?.isFast === true
  const isMoving = round.isPending && (isLate || !isFast)
  const isShown = !(isMoving || round.isError)
  return {
    isPlaying: round.isPending,
    /** An animation plays; of a fast round, only once it is late. */
    isMoving,
    /** The animation is over, but there is no answer yet. */
    isLate: round.isPending && isLate,
    /** The latest request. */
    request: round.variables,
    /** True if it failed and the bet may still have counted. */
    isUnanswered: round.isError && isOutcomeOpen(round.error),
    /** Verification of the round that is shown; undefined while there is none. */
    checked: checked?.state === 'open' || isShown ? checked : undefined,
    play: round.mutate,
    /** Plays a whole round for an autobet; undefined if it was stopped midway. */
    playAuto: async (
      first: RoundRequest,
      auto: AutoRound,
      next?: (answer: A) => RoundRequest,
    ): Promise<RoundEnd | undefined> => {
      let request = first
      for (;;) {
        const { answer } = await round.mutateAsync({ ...request, auto })
        const { payout, balance } = answer
        const isMismatch = (await checking.current) === 'mismatch'
        if (payout !== undefined || isMismatch) {
          return { payout, balance, isMismatch }
        }
        if (!next || !auto.isWanted()) return undefined
        request = next(answer)
      }
    },
    /** Skips to the result; undefined while there is nothing to skip. */
    skip: round.isPending && !isLate && !isFast ? skip : undefined,
    /** Verifies an open round that was found on the server. */
    checkFound: (answer: A) => {
      round.reset()
      return check({ game, answer })
    },
  }
}

function findAnnouncement({ betAmount, payout }: GameAnswer) {
  if (payout === undefined) return undefined
  return outcomeAnnouncement({ staked: betAmount, paid: payout })
}

/** Shows the balance without a placed stake. @returns a function that restores it. */
function takeStake(queryClient: QueryClient, stake = 0): () => void {
  const before = queryClient.getQueryData(userQuery().queryKey)?.balance
  if (before === undefined || stake > before) return () => undefined
  setBalance(queryClient, coins(before - stake))
  return () => setBalance(queryClient, before)
}

/** Acts together with the page's update, so that a toast and the result match. */
const withNextPaint = notifyManager.schedule

/**
 * Duration of a fast round. More than three flashes a second can harm; five
 * changes a second do not flash.
 */
const FAST_MS = 200
/** Time after which a fast round counts as late. */
const FAST_LATE_MS = 2_000

/** Plays the animations of one request before its result is shown. */
function useShow<A extends GameAnswer>(
  plan: Pick<RoundPlan<A>, 'tension' | 'landing'>,
) {
  const playing = useRef<Timeline>(undefined)
  const isSkipped = useRef(false)
  const [isLate, setLate] = useState(false)

  const show = async (request: RoundRequest, answerPromise: Promise<A>) => {
    const isFast = request.auto?.isFast === true
    isSkipped.current = isFast
    setLate(false)
    const tension = isFast ? playTimeline(FAST_MS) : plan.tension(request)
    const onTime = isFast ? playTimeline(FAST_LATE_MS) : tension
    playing.current = tension
    let isAnswered = false
    const answered = answerPromise.finally(() => {
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

/** Sends a request, again under the same key, which gives the same answer. */
async function send<A extends GameAnswer>(
  { game, schema }: RoundPlan<A>,
  request: RoundRequest,
): Promise<A> {
  const { body, auto } = request
  const play = playEndpoint(game, toRequest(game, request), schema)
  const idempotencyKey = uuid()
  for (;;) {
    try {
      return await call(play, { body, idempotencyKey })
    } catch (cause) {
      if (!(await waitToResend(cause, auto))) throw cause
    }
  }
}

/** Interval at which a waiting request checks if its autobet was stopped. */
const CHECK_EVERY_MS = 5_000

/** Waits, for an autobet only, until a server that was away is back. */
async function waitToResend(
  cause: unknown,
  auto: AutoRound | undefined,
): Promise<boolean> {
  const isOpen = cause instanceof Error && isOutcomeOpen(cause)
  if (!(auto && isOpen && isServerAway())) return false
  while (isServerAway() && auto.isWanted()) {
    await waitForServer(CHECK_EVERY_MS)
  }
  return auto.isWanted()
}

function toRequest(
  game: Game,
  { path = game.path }: RoundRequest,
): GameRequest {
  const request = game.requests.find((one) => one.path === path)
  assert(request !== undefined, 'a game has requests at its own paths only')
  return request
}
