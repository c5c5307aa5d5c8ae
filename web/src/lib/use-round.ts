import {
  notifyManager,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type * as z from 'zod/mini'
import { assert } from '#core/errors.ts'
import type { Ask, Game, JsonObject } from '#core/games/game.ts'
import type { GameAnswer } from '#core/schemas/round-answer.ts'
import { isOutcomeOpen, sendJson } from './api-client.ts'
import { holdBalance } from './balance-hold.ts'
import { useFairness } from './fairness/fairness-provider.tsx'
import { notePause } from './game-pause.ts'
import type { Timeline } from './timeline.ts'
import { type News, useAnnouncement } from './use-announcement.ts'
import { useVerdict } from './use-verdict.ts'
import { setBalance, userQueryKey } from './user-query.ts'

/** One request of a game; its path follows `/api/games/`. */
export interface RoundRequest {
  path: string
  body?: JsonObject
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

/** Asking for rounds of a game, showing their ends in time, and proving them. */
export function useRound<A extends GameAnswer>(plan: RoundPlan<A>) {
  const queryClient = useQueryClient()
  const { ready } = useFairness()
  const { show, skip, isLate } = useShow(plan)
  const { checked, check } = useVerdict()
  const announce = useAnnouncement()
  const { game } = plan

  const round = useMutation({
    mutationFn: async (request: RoundRequest) => {
      const ask = askOf(game, request)
      // The balance would tell how the round ends, so it waits as well.
      const release = holdBalance()
      try {
        const pinned = ready()
        const asking = pinned.then(() => send(plan.schema, request))
        const answer = await show(request, asking)
        setBalance(queryClient, answer.balance)
        return { ask, earliestNonce: await pinned, answer }
      } finally {
        release()
      }
    },
    onMutate: announce.clear,
    onSuccess: ({ ask, earliestNonce, answer }) => {
      plan.onShown?.(answer)
      const news = plan.news(answer)
      if (news) soon(() => announce.tell(news))
      void check({ game, ask, earliestNonce, answer })
    },
    onError: (error) => {
      if (!notePause(queryClient, error)) {
        soon(() => announce.fail(plan.failure(error)))
      }
      // Whether the bet counted is for the server to say.
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
      plan.onFailed?.(error)
    },
  })

  const isShown = !(round.isPending || round.isError)
  return {
    isPlaying: round.isPending,
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
    /** Shows the end now; left out while there is nothing to skip. */
    skip: round.isPending && !isLate ? skip : undefined,
    /** Checks an open round that was found, not asked for. */
    checkFound: (answer: A) => check({ game, answer }),
  }
}

/** When the page, too, is told how a request ended: its words go with ours. */
function soon(tell: () => void): void {
  notifyManager.schedule(tell)
}

/** Plays what there is to see of one request before its end is shown. */
function useShow<A extends GameAnswer>(
  plan: Pick<RoundPlan<A>, 'tension' | 'landing'>,
) {
  const playing = useRef<Timeline>(undefined)
  const isSkipped = useRef(false)
  const [isLate, setLate] = useState(false)

  const show = async (request: RoundRequest, asking: Promise<A>) => {
    isSkipped.current = false
    setLate(false)
    const tension = plan.tension(request)
    playing.current = tension
    let isAnswered = false
    const answered = asking.finally(() => {
      isAnswered = true
    })
    void tension.end.then(() => setLate(!isAnswered))
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
    }
  }
  const skip = () => {
    isSkipped.current = true
    playing.current?.skip()
  }
  return { show, skip, isLate }
}

/** The same key again gives the same answer again. */
function send<A extends GameAnswer>(
  schema: z.ZodMiniType<A>,
  { path, body }: RoundRequest,
): Promise<A> {
  const idempotencyKey = uuid()
  return sendJson('POST', `/api/games/${path}`, {
    body,
    schema,
    idempotencyKey,
  })
}

function askOf(game: Game, { path, body }: RoundRequest): Ask {
  const request = game.requests.find((one) => one.path === path)
  assert(request !== undefined, 'a game is asked by its own paths')
  return request.body.parse(body)
}
