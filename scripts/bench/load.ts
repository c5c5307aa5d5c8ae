import autocannon from 'autocannon'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import { assert } from '#core/assert.ts'
import { inChunks } from '../../api/src/platform/batches.ts'
import { percentile } from '../cli/measures.ts'
import type { GameCalls } from '../game-kits/game-kit.ts'

export type LoadResult = {
  perSecond: number
  p99Ms: number
  /** Answers other than 2xx, and missing ones. */
  failures: number
}

const CONNECTIONS = 64

/** Sends requests, over 64 connections and as fast as possible by default. */
export async function load(options: autocannon.Options): Promise<LoadResult> {
  const result = await autocannon({ connections: CONNECTIONS, ...options })
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/**
 * Puts several loads on in turn, so that changes of machine speed affect all.
 *
 * @returns the results of each load
 */
export async function inTurn<Result>(
  rounds: number,
  loads: readonly (() => Promise<Result>)[],
): Promise<Result[][]> {
  const results = loads.map((): Result[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of loads.entries()) {
      results[index]?.push(await one())
    }
  }
  return results
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

export function medianRate(results: readonly LoadResult[] = []): number {
  return median(results.map(({ perSecond }) => perSecond))
}

export function countFailures(results: readonly LoadResult[][]): number {
  return results.flat().reduce((sum, { failures }) => sum + failures, 0)
}

/** Returns a player's next request, given the last answer. */
export type Move = (answer: string | undefined) => {
  path: string
  body: string
}

export type GameLoad = Omit<autocannon.Options, 'url'> & {
  origin: string
  /** Cookie headers of the players. */
  cookies: readonly string[]
  move: Move
  /** Path of a player's open round, which an earlier load may have left. */
  openRound?: string | undefined
}

type Player = { cookie: string; answer?: string }

/** Sends moves as the web client does; players take turns. */
export async function gameLoad({
  origin,
  cookies,
  move,
  openRound,
  ...options
}: GameLoad): Promise<LoadResult> {
  const players: Player[] = []
  // In chunks, since the API limits connections per network.
  for (const some of inChunks(cookies, CONNECTIONS)) {
    const ready = some.map((cookie) => readyPlayer(cookie, origin, openRound))
    players.push(...(await Promise.all(ready)))
  }
  const idle = [...players]
  const playerOf = new WeakMap<object, Player>()
  return load({
    ...options,
    url: origin,
    requests: [
      {
        method: 'POST',
        setupRequest(request, context) {
          // A single player sends several bets at once.
          const player = idle.shift() ?? players[0]
          assert(player !== undefined, 'somebody plays')
          playerOf.set(context, player)
          const headers = {
            'content-type': 'application/json',
            cookie: player.cookie,
            'idempotency-key': uuid(),
          }
          return { ...request, ...move(player.answer), headers }
        },
        onResponse(status, body, context) {
          const player = playerOf.get(context)
          if (!player) return
          if (status === 200) player.answer = body
          idle.push(player)
        },
      },
    ],
  })
}

async function readyPlayer(
  cookie: string,
  origin: string,
  openRound?: string,
): Promise<Player> {
  if (!openRound) return { cookie }
  const answer = await fetch(`${origin}${openRound}`, { headers: { cookie } })
  return { cookie, answer: await answer.text() }
}

const BET = 10

/** Body for the empty route and the textbook server. */
export const FLIP = JSON.stringify({ choice: 'heads', betAmount: BET })

const unfinished = z.looseObject({
  step: z.int(),
  legalActions: z.array(z.string()).check(z.minLength(1)),
})

/** Plays short rounds of a game. */
export function createMove({ start, steps }: GameCalls): Move {
  return (answer) => {
    const round =
      steps && unfinished.safeParse(answer && JSON.parse(answer)).data
    const { path, body } = round ? steps.quick(round) : start(BET)
    return { path: `/api/games/${path}`, body: JSON.stringify(body) }
  }
}
