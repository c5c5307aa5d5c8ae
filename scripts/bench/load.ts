import autocannon from 'autocannon'
import { v7 as uuid } from 'uuid'
import { assert } from '#core/assert.ts'
import { chunksOf } from '../../api/src/platform/batches.ts'

/** What a player sends next, given the text of the last answer they got. */
export type Move = (answer: string | undefined) => {
  path: string
  body: string
}

export type Load = {
  origin: string
  /** Cookie headers of the players. */
  cookies: readonly string[]
  move: Move
  /**
   * Where a player's open round is told of; an earlier load may have left one.
   */
  look?: string
  seconds: number
  /** As many as a busy API has when left out. */
  connections?: number
  /** Moves of all connections; as many as the API takes when left out. */
  perSecond?: number
}

export type LoadResult = {
  perSecond: number
  p99Ms: number
  /** Answers other than 2xx, and requests without any. */
  failures: number
}

const CONNECTIONS = 64

type Player = { cookie: string; answer: string | undefined }

/**
 * Moves as the web client sends them, over 64 connections and as fast as they
 * take them unless told otherwise; the players take turns. At a given rate a
 * move counts from when it was due.
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
          // One player alone sends several bets at once.
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

/** All come from one network, which may have only so many connections. */
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
