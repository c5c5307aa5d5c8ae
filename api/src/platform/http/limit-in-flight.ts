import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { DomainError } from '#core/errors.ts'
import { InFlight } from './in-flight.ts'
import { networkOf } from './network-of.ts'
import { playerOf, type RequirePlayer } from './player.ts'

/** Browsers do not pipeline; who does so in earnest waits for answers. */
const PIPELINED_MAX = 32

/** A browser sends six requests at once; this is a player with many tabs and scripts. */
const PLAYER_MAX = 100

const NETWORKS_MAX = 10_000
const WINDOW_MS = 60_000
/** The request is not what the API speaks, or too large. */
const INVALID_STATUSES = new Set([400, 413])

const AT_ONCE = new DomainError(
  'too_many_requests',
  'Too many requests at once. Wait for their answers, and try again.',
  { retryAfter: 1 },
)
const INVALID = new DomainError(
  'too_many_requests',
  'Too many requests from here can not be read. Try again in a minute.',
  { retryAfter: WINDOW_MS / 1_000 },
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

/** Of one network: requests under way, and refused as invalid in a minute. */
export type NetworkLimits = { inFlight: number; invalidPerMinute: number }

/**
 * Bounds what one network can have under way, in unread answers too, and how
 * many requests it may send that nobody can read.
 */
export function limitNetworks(limits: NetworkLimits): RequestHandler {
  const inFlight = new InFlight<string>(limits.inFlight)
  const invalid = new LRUCache<string, { count: number }>({
    max: NETWORKS_MAX,
    ttl: WINDOW_MS,
  })

  function countInvalid(network: string): void {
    const window = invalid.get(network)
    if (window) window.count += 1
    else invalid.set(network, { count: 1 })
  }

  return (req, res, next) => {
    const network = networkOf(req.ip)
    const { count = 0 } = invalid.get(network) ?? {}
    if (count >= limits.invalidPerMinute) return next(INVALID)
    if (!inFlight.enter(network, res)) return next(AT_ONCE)
    res.once('close', () => {
      if (INVALID_STATUSES.has(res.statusCode)) countInvalid(network)
    })
    next()
  }
}

/** Bounds what one player can have under way, over however many connections. */
export function limitPlayers(requirePlayer: RequirePlayer): RequirePlayer {
  const inFlight = new InFlight<string>(PLAYER_MAX)
  return (req, res, next) =>
    requirePlayer(req, res, (error) => {
      const isFull = !error && !inFlight.enter(playerOf(res), res)
      next(isFull ? AT_ONCE : error)
    })
}
