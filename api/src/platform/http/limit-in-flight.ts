import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { DomainError } from '#core/errors.ts'
import { InFlight } from './in-flight.ts'
import { networkOf } from './network-of.ts'
import { playerOf, type RequirePlayer } from './player.ts'

/** Browsers do not pipeline; who does so in earnest waits for answers. */
const PIPELINED_MAX = 32

/** A browser sends six requests at once; this is a player with many tabs and scripts. */
const PLAYER_MAX = 100

const AT_ONCE = new DomainError(
  'too_many_requests',
  'Too many requests at once. Wait for their answers, and try again.',
  { retryAfter: 1 },
)

/**
 * Closes a connection that sends many requests without waiting for answers.
 * The first too many is refused, behind the answers before it; what follows is
 * not looked at, since the connection ends there.
 */
export function limitPipelining(): RequestHandler {
  const inFlight = new InFlight<Socket>(PIPELINED_MAX)
  const closing = new WeakSet<Socket>()
  return (req, res, next) => {
    const { socket } = req
    if (closing.has(socket)) return
    if (inFlight.enter(socket, res)) return next()
    closing.add(socket)
    res.set('Connection', 'close')
    next(AT_ONCE)
  }
}

/**
 * Bounds what one network can have under way, in unread answers too.
 *
 * @param max requests at a time.
 */
export function limitNetworks(max: number): RequestHandler {
  const inFlight = new InFlight<string>(max)
  return (req, res, next) =>
    next(inFlight.enter(networkOf(req.ip), res) ? undefined : AT_ONCE)
}

/**
 * Bounds what one player can have under way, over however many connections.
 *
 * @returns what gives a guard that bound; all guards share one count.
 */
export function limitPlayers(): (
  requirePlayer: RequirePlayer,
) => RequirePlayer {
  const inFlight = new InFlight<string>(PLAYER_MAX)
  return (requirePlayer) => (req, res, next) =>
    requirePlayer(req, res, (error) => {
      const isFull = !error && !inFlight.enter(playerOf(res), res)
      next(isFull ? AT_ONCE : error)
    })
}
