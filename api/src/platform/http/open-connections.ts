import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'
import { getNetwork } from './client-address.ts'
import { countOpen } from './limit-in-flight.ts'

/** Connections beyond the limit, for health checks only. */
const RESERVED_MAX = 8
const RESERVED_FOR_MS = 2_000

export type OpenConnections = ReturnType<typeof createOpenConnections>

/**
 * Bounds connections, WebSockets included, in total and per network. Beyond the
 * total it accepts a few for health checks, of which the newest replaces the
 * oldest.
 */
export function createOpenConnections({
  max,
  perNetwork,
  reservedForMs = RESERVED_FOR_MS,
}: {
  /** In total, WebSockets included. */
  max: number
  /** Behind a proxy all connections are of the proxy's network. */
  perNetwork: number
  /** Lifetime of a connection for health checks. */
  reservedForMs?: number
}) {
  const open = new Set<Socket>()
  const enterNetwork = countOpen<string>(perNetwork)
  const reserved = new Set<Socket>()

  function admit(socket: Socket): void {
    const network = getNetwork(socket.remoteAddress)
    if (!enterNetwork(network, socket)) return void socket.destroy()
    if (open.size >= max) reserve(socket)
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      reserved.delete(socket)
    })
  }

  function reserve(socket: Socket): void {
    const [oldest] = reserved
    if (oldest && reserved.size >= RESERVED_MAX) oldest.destroy()
    reserved.add(socket)
    const ending = setTimeout(() => socket.destroy(), reservedForMs)
    socket.once('close', () => clearTimeout(ending))
  }

  return {
    watch(server: Server): void {
      server.on('connection', admit)
    },

    /** Refuses all other requests on connections for health checks. */
    refuseOthers(healthPaths: ReadonlySet<string>): RequestHandler {
      return (req, res, next) => {
        if (!reserved.has(req.socket)) return next()
        res.set('Connection', 'close')
        next(healthPaths.has(req.path) ? undefined : new Refusal('too_busy'))
      }
    },

    destroyAll(): void {
      for (const socket of open) socket.destroy()
    },
  }
}
