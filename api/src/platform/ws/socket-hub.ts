import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { SocketMessage } from '#core/api/socket.ts'
import { clientAddress, networkOf } from '../http/client-address.ts'
import type { IsOwnOrigin } from '../http/cross-site.ts'
import { type Caller, type Connection, Connections } from './connections.ts'

const PATH = '/ws'
const CHECK_EVERY_MS = 30_000
const FRAME_BYTES_MAX = 1_024
/** Hundreds of unread messages. */
const BACKLOG_BYTES_MAX = 64_000

const REFUSAL_FLUSH_MS = 1_000

const CLOSE = { goingAway: 1001, unexpected: 1003, signedOut: 4401 }

/** Resolves the session of a Cookie header. */
export type Identify = (cookie: string | undefined) => Caller | Promise<Caller>

type HubOptions = {
  identify: Identify
  isOwnOrigin: IsOwnOrigin
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxyHops: number
  socketsPerNetwork: number
  checkEveryMs?: number
}

/** Pushes messages to browsers over /ws; a frame from a browser closes its socket. */
export class SocketHub {
  readonly #options: HubOptions
  readonly #connections: Connections
  readonly #welcomes: (() => readonly SocketMessage[])[] = []
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
  })

  constructor(options: HubOptions) {
    this.#options = options
    this.#connections = new Connections(options.socketsPerNetwork)
  }

  attach(http: Server): void {
    http.on('upgrade', (req, socket, head) => {
      socket.on('error', () => socket.destroy())
      this.#upgrade(req, socket, head).catch(() => socket.destroy())
    })
  }

  sendToPlayer(userId: string, message: SocketMessage): void {
    send(this.#connections.ofPlayer(userId), message)
  }

  /** Sends a message to all sockets of this process. */
  broadcast(message: SocketMessage): void {
    send(this.#connections.all(), message)
  }

  /** Sends messages to each new socket first. */
  welcomeWith(messages: () => readonly SocketMessage[]): void {
    this.#welcomes.push(messages)
  }

  /** Closes the sockets of a session that has ended. */
  closeSession(digest: string): void {
    for (const { socket, caller } of this.#connections.all()) {
      if (caller?.digest === digest) socket.close(CLOSE.signedOut, 'Signed out')
    }
  }

  /** Closes all sockets; browsers reconnect later. */
  close(): void {
    this.#server.close()
    for (const { socket } of this.#connections.all()) {
      socket.close(CLOSE.goingAway, 'Restarting')
    }
  }

  async #upgrade(
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<void> {
    const path = req.url?.split('?')[0]
    if (path !== PATH) return refuseRaw(socket, '404 Not Found')
    const { identify, isOwnOrigin, trustProxyHops } = this.#options
    const { origin, cookie } = req.headers
    // Clients without an Origin are no browsers; they may only connect as visitors.
    const isForeign = origin === undefined ? cookie : !isOwnOrigin(req)
    if (isForeign) return refuseRaw(socket, '403 Forbidden')
    const network = networkOf(clientAddress(req, trustProxyHops))
    const caller = await identify(cookie)
    if (this.#connections.isFullFor({ caller, network })) {
      return refuseRaw(socket, '429 Too Many Requests')
    }
    this.#server.handleUpgrade(req, socket, head, (opened) =>
      this.#open({ socket: opened, caller, network, cookie, alive: true }),
    )
  }

  #open(connection: Connection): void {
    const { socket } = connection
    this.#connections.add(connection)
    for (const messages of this.#welcomes) {
      for (const message of messages()) send([connection], message)
    }
    const checking = setInterval(() => {
      this.#ping(connection)
      // The next check decides when the database is unreachable.
      this.#endIfSignedOut(connection).catch(() => undefined)
    }, this.#options.checkEveryMs ?? CHECK_EVERY_MS)
    socket.on('pong', () => {
      connection.alive = true
    })
    socket.on('message', () =>
      socket.close(CLOSE.unexpected, 'This socket only speaks'),
    )
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(checking)
      this.#connections.delete(connection)
    })
  }

  #ping(connection: Connection): void {
    const { socket, alive } = connection
    connection.alive = false
    if (alive) socket.ping()
    else socket.terminate()
  }

  /** Catches expired sessions and lost events. */
  async #endIfSignedOut(connection: Connection): Promise<void> {
    const { socket, caller, cookie } = connection
    if (!caller || (await this.#options.identify(cookie))) return
    socket.close(CLOSE.signedOut, 'Signed out')
  }
}

/** Serializes the message once; disconnects clients that don't read. */
function send(connections: Iterable<Connection>, message: SocketMessage): void {
  let text: string | undefined
  for (const { socket } of connections) {
    text ??= JSON.stringify(message)
    if (socket.bufferedAmount > BACKLOG_BYTES_MAX) socket.terminate()
    else socket.send(text)
  }
}

/**
 * Refuses an upgrade and releases its socket, even when the client neither
 * reads nor closes.
 *
 * @param status such as `403 Forbidden`.
 */
function refuseRaw(socket: Duplex, status: string): void {
  const overdue = setTimeout(() => socket.destroy(), REFUSAL_FLUSH_MS)
  socket.once('close', () => clearTimeout(overdue))
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () =>
    socket.destroy(),
  )
}
