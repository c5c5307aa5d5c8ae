import autocannon from 'autocannon'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import { assert } from '#core/assert.ts'
import { chunksOf } from '../../api/src/platform/batches.ts'
import type { GameCalls } from '../game-kits/game-kit.ts'

/** Returns a player's next request, given the last answer. */
export type Move = (answer: string | undefined) => {
  path: string
  body: string
}

export type Load = {
  origin: string
  /** Cookie headers of the players. */
  cookies: readonly string[]
  move: Move
  /** Path of a player's open round, which an earlier load may have left. */
  look?: string
  seconds: number
  /** 64 by default. */
  connections?: number
  /** Of all connections; unlimited by default. */
  perSecond?: number
}

export type LoadResult = {
  perSecond: number
  p99Ms: number
  /** Answers other than 2xx, and missing ones. */
  failures: number
}

const CONNECTIONS = 64

type Player = { cookie: string; answer: string | undefined }

/**
 * Sends moves as the web client does, over 64 connections and as fast as possible
 * by default; players take turns. With a rate, latency counts from the due time.
 */
export async function gameLoad(load: Load): Promise<LoadResult> {
  const players = await readyPlayers(load)
  const idle = [...players]
  const asking = new WeakMap<object, Player>()
  const result = await autocannon({
    url: load.origin,
    connections: load.connections ?? CONNECTIONS,
    ...(load.perSecond && { overallRate: load.perSecond }),
    duration: load.seconds,
    requests: [
      {
        method: 'POST',
        setupRequest(request, context) {
          // A single player sends several bets at once.
          const player = idle.shift() ?? players[0]
          assert(player !== undefined, 'somebody plays')
          asking.set(context, player)
          const { cookie, answer } = player
          const headers = {
            'content-type': 'application/json',
            cookie,
            'idempotency-key': uuid(),
          }
          return { ...request, ...load.move(answer), headers }
        },
        onResponse(status, body, context) {
          const player = asking.get(context)
          if (!player) return
          if (status === 200) player.answer = body
          idle.push(player)
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/** In chunks, since the API limits connections per network. */
async function readyPlayers(load: Load): Promise<Player[]> {
  const players: Player[] = []
  for (const cookies of chunksOf(load.cookies, CONNECTIONS)) {
    const some = cookies.map((cookie) => readyPlayer(load, cookie))
    players.push(...(await Promise.all(some)))
  }
  return players
}

async function readyPlayer(
  { origin, look }: Load,
  cookie: string,
): Promise<Player> {
  if (!look) return { cookie, answer: undefined }
  const answer = await fetch(`${origin}${look}`, { headers: { cookie } })
  return { cookie, answer: await answer.text() }
}

const BET = 10

const always =
  (path: string, body: object): Move =>
  () => ({ path, body: JSON.stringify(body) })

/** Request of the textbook server and the empty route. */
const FLIP = { choice: 'heads', betAmount: BET }

export const emptyMove = always('/empty', FLIP)
export const textbookMove = always('/bet', FLIP)

const openRound = z.looseObject({
  step: z.int(),
  legalActions: z.array(z.string()).check(z.minLength(1)),
})

/** Plays short rounds of a game. */
export function moveOf({ start, steps }: GameCalls): Move {
  const { path, body } = start(BET)
  const started = always(`/api/games/${path}`, body)
  if (!steps) return started
  return (answer) => {
    const open = openRound.safeParse(answer && JSON.parse(answer)).data
    if (!open) return started(answer)
    const next = steps.quick(open)
    return always(`/api/games/${next.path}`, next.body)(answer)
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
