import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'
import { getNetwork } from './client-address.ts'
import { getPlayer } from './request-context.ts'

/** Pipelined requests per connection; browsers don't pipeline at all. */
const PIPELINED_MAX = 32

/** A browser sends six requests at once; this allows many tabs and scripts. */
const PLAYER_MAX = 100

/**
 * Bounds concurrent requests of a network and of a connection, unread responses
 * included. Disconnects a client that keeps pipelining.
 */
export function limitInFlight(perNetwork: number): RequestHandler {
  const enterSocket = countOpen<Socket>(PIPELINED_MAX)
  const enterNetwork = countOpen<string>(perNetwork)
  const refused = new WeakSet<Socket>()
  return (req, res, next) => {
    const { socket } = req
    if (refused.has(socket) || !enterSocket(socket, res)) {
      return destroySocket(socket)
    }
    if (enterNetwork(getNetwork(req.ip), res)) return next()
    refused.add(socket)
    res.set('Connection', 'close')
    next(new Refusal('too_many_requests', { retryAfter: 1 }))
  }
}

/**
 * Destroys a connection and stops Node's parser, which would still deliver
 * thousands of requests of the chunk. Any result but 0, 1 and 2 is a parse
 * error.
 */
function destroySocket(socket: Socket): void {
  socket.destroy()
  const parser: unknown = Reflect.get(socket, 'parser')
  if (parser instanceof Object) Reflect.set(parser, 'onIncoming', () => -1)
}

/** Makes a decorator of guards that bounds concurrent requests of a player. */
export function limitPlayers(): (
  requirePlayer: RequestHandler,
) => RequestHandler {
  const enter = countOpen<string>(PLAYER_MAX)
  return (requirePlayer) => (req, res, next) =>
    requirePlayer(req, res, (error) => {
      if (error || enter(getPlayer(res), res)) return next(error)
      next(new Refusal('too_many_requests', { retryAfter: 1 }))
    })
}

type Closing = {
  destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

/** Counts by owner until they close. The result is false above `max`. */
export function countOpen<Owner>(max: number) {
  const counts = new Map<Owner, number>()
  return (owner: Owner, opened: Closing): boolean => {
    const count = counts.get(owner) ?? 0
    if (count >= max) return false
    // The client may have disconnected while the session was resolved.
    if (opened.destroyed) return true
    counts.set(owner, count + 1)
    opened.once('close', () => {
      const left = (counts.get(owner) ?? 0) - 1
      if (left > 0) counts.set(owner, left)
      else counts.delete(owner)
    })
    return true
  }
}
