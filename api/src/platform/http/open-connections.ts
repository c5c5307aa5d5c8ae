import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'
import { networkOf } from './client-address.ts'

/** Connections beyond the limit, for health checks only. */
const RESERVED_MAX = 8
const RESERVED_FOR_MS = 2_000

export type ConnectionLimits = {
  /** In total, WebSockets included. */
  max: number
  /** Per network; behind a proxy all connections are the proxy's. */
  perNetwork: number
  /** Lifetime of a connection for health checks. */
  reservedForMs?: number
}

/**
 * Bounds the connections of the HTTP server, WebSockets included, in total and
 * per network. Beyond the total it accepts a few short ones for health checks,
 * of which the newest replaces the oldest, so that no client can hold them.
 */
export class OpenConnections {
  readonly #limits: ConnectionLimits
  readonly #open = new Set<Socket>()
  readonly #perNetwork = new Map<string, number>()
  readonly #reserved = new Set<Socket>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#admit(socket))
  }

  /** Refuses all other requests on connections for health checks. */
  refuseOthers(healthPaths: ReadonlySet<string>): RequestHandler {
    return (req, res, next) => {
      if (!this.#reserved.has(req.socket)) return next()
      res.set('Connection', 'close')
      next(healthPaths.has(req.path) ? undefined : new Refusal('too_busy'))
    }
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy()
  }

  #admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress)
    const count = this.#perNetwork.get(network) ?? 0
    if (count >= this.#limits.perNetwork) return void socket.destroy()
    if (this.#open.size >= this.#limits.max) this.#reserve(socket)
    this.#open.add(socket)
    this.#perNetwork.set(network, count + 1)
    socket.once('close', () => this.#forget(socket, network))
  }

  #reserve(socket: Socket): void {
    const [oldest] = this.#reserved
    if (oldest && this.#reserved.size >= RESERVED_MAX) oldest.destroy()
    this.#reserved.add(socket)
    const { reservedForMs = RESERVED_FOR_MS } = this.#limits
    const ending = setTimeout(() => socket.destroy(), reservedForMs)
    socket.once('close', () => clearTimeout(ending))
  }

  #forget(socket: Socket, network: string): void {
    this.#open.delete(socket)
    this.#reserved.delete(socket)
    const count = this.#perNetwork.get(network) ?? 0
    if (count > 1) this.#perNetwork.set(network, count - 1)
    else this.#perNetwork.delete(network)
  }
}
