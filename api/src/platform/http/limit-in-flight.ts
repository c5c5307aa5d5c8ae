import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'
import { InFlight } from './in-flight.ts'
import { networkOf } from './network-of.ts'
import { playerOf } from './player.ts'

/** Pipelined requests per connection; browsers don't pipeline at all. */
const PIPELINED_MAX = 32

/** A browser sends six requests at once; this is a player with many tabs and scripts. */
const PLAYER_MAX = 100

/**
 * Bounds concurrent requests of a network and of a connection, unread responses
 * included. A refusal closes the connection; a client that keeps pipelining is
 * disconnected.
 *
 * @param perNetwork concurrent requests.
 */
export function limitInFlight(perNetwork: number): RequestHandler {
  const ofSocket = new InFlight<Socket>(PIPELINED_MAX)
  const ofNetwork = new InFlight<string>(perNetwork)
  const refused = new WeakSet<Socket>()
  return (req, res, next) => {
    const { socket } = req
    if (refused.has(socket) || !ofSocket.enter(socket, res)) {
      return cutOff(socket)
    }
    if (ofNetwork.enter(networkOf(req.ip), res)) return next()
    refused.add(socket)
    res.set('Connection', 'close')
    next(new Refusal('too_many_requests', { retryAfter: 1 }))
  }
}

/**
 * Destroys a connection and stops Node's parser. The parser would still deliver
 * every request of the chunk, thousands in 64 kB, and has no option against it.
 * Any result but 0, 1 and 2 counts as a parse error.
 */
function cutOff(socket: Socket): void {
  socket.destroy()
  const parser: unknown = Reflect.get(socket, 'parser')
  if (parser instanceof Object) Reflect.set(parser, 'onIncoming', () => -1)
}

/**
 * Bounds what one player can have under way, over however many connections.
 *
 * @returns what gives a guard that bound; all guards share one count.
 */
export function limitPlayers(): (
  requirePlayer: RequestHandler,
) => RequestHandler {
  const inFlight = new InFlight<string>(PLAYER_MAX)
  return (requirePlayer) => (req, res, next) =>
    requirePlayer(req, res, (error) => {
      if (error || inFlight.enter(playerOf(res), res)) return next(error)
      next(new Refusal('too_many_requests', { retryAfter: 1 }))
    })
}
