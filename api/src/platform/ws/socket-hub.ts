import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SocketMessage } from '#core/schemas/socket-message.ts'
import type { Clock } from '../clock.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { type Caller, Connections } from './connections.ts'

const PATH = '/ws'
const PING_EVERY_MS = 30_000
const FRAME_BYTES_MAX = 1_024
const BACKLOG_BYTES_MAX = 1_000_000

const CLOSE = { goingAway: 1001, unexpected: 1003, signedOut: 4401 }

export type Identify = (req: IncomingMessage) => Caller | Promise<Caller>

/** Pushes to browsers over /ws. They only listen: a frame from them ends it. */
export class SocketHub {
  readonly #identify: Identify
  readonly #clock: Clock
  readonly #connections = new Connections()
  readonly #pinging = setInterval(() => this.#pingAll(), PING_EVERY_MS)
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
  })

  constructor(identify: Identify, clock: Clock) {
    this.#identify = identify
    this.#clock = clock
  }

  attach(http: Server): void {
    http.on('upgrade', (req, socket, head) => {
      socket.on('error', () => socket.destroy())
      this.#upgrade(req, socket, head).catch(() => socket.destroy())
    })
  }

  sendToPlayer(userId: string, message: SocketMessage): void {
    const text = JSON.stringify(message)
    for (const { socket } of this.#connections.ofPlayer(userId)) {
      if (socket.bufferedAmount > BACKLOG_BYTES_MAX) socket.terminate()
      else socket.send(text)
    }
  }

  /** Ends the sockets of a session that is over. */
  closeSession(digest: string): void {
    for (const { socket, caller } of this.#connections.all()) {
      if (caller?.digest === digest) socket.close(CLOSE.signedOut, 'Signed out')
    }
  }

  close(): void {
    clearInterval(this.#pinging)
    for (const { socket } of this.#connections.all()) {
      socket.close(CLOSE.goingAway, 'Restarting')
    }
    this.#server.close()
  }

  async #upgrade(
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<void> {
    const path = req.url?.split('?')[0]
    if (path !== PATH) return reject(socket, '404 Not Found')
    const { origin, cookie } = req.headers
    // Without an Origin it is no browser: fine, as long as it is nobody.
    const isForeign = origin === undefined ? cookie : !isSameOrigin(req)
    if (isForeign) return reject(socket, '403 Forbidden')
    const caller = await this.#identify(req)
    this.#server.handleUpgrade(req, socket, head, (opened) =>
      this.#open(opened, caller),
    )
  }

  #open(socket: WebSocket, caller: Caller): void {
    const connection = { socket, caller, alive: true }
    this.#connections.add(connection)
    socket.on('pong', () => {
      connection.alive = true
    })
    socket.on('message', () =>
      socket.close(CLOSE.unexpected, 'This socket only speaks'),
    )
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#connections.delete(connection))
  }

  #pingAll(): void {
    const now = this.#clock()
    for (const connection of this.#connections.all()) {
      const { socket, caller, alive } = connection
      if (caller && caller.endsAt <= now) {
        socket.close(CLOSE.signedOut, 'Signed out')
      }
      if (!alive) socket.terminate()
      connection.alive = false
      socket.ping()
    }
  }
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}
