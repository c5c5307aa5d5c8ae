import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { SocketMessage } from '#core/api/socket.ts'
import { clientAddress } from '../http/client-address.ts'
import { networkOf } from '../http/network-of.ts'
import type { IsOwnOrigin } from '../http/own-origin.ts'
import { refuseRaw } from '../http/raw-refusal.ts'
import { type Caller, type Connection, Connections } from './connections.ts'

const PATH = '/ws'
const CHECK_EVERY_MS = 30_000
const FRAME_BYTES_MAX = 1_024
/** Hundreds of messages that a browser has not taken: it is asleep. */
const BACKLOG_BYTES_MAX = 64_000

const CLOSE = { goingAway: 1001, unexpected: 1003, signedOut: 4401 }

/** Whose session a Cookie header names, as far as it is not over. */
export type Identify = (cookie: string | undefined) => Caller | Promise<Caller>

type HubOptions = {
  identify: Identify
  isOwnOrigin: IsOwnOrigin
  /** Proxies in front of us whose X-Forwarded-For counts. */
  trustProxyHops: number
  /** Open at a time; the rest is refused. */
  socketsPerNetwork: number
  checkEveryMs?: number
}

/** Pushes to browsers over /ws. They only listen: a frame from them ends it. */
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

  /** Tells everybody who is connected to this process. */
  broadcast(message: SocketMessage): void {
    send(this.#connections.all(), message)
  }

  /** Tells everybody who connects from now on how things stand. */
  welcomeWith(messages: () => readonly SocketMessage[]): void {
    this.#welcomes.push(messages)
  }

  /** Ends the sockets of a session that is over. */
  closeSession(digest: string): void {
    for (const { socket, caller } of this.#connections.all()) {
      if (caller?.digest === digest) socket.close(CLOSE.signedOut, 'Signed out')
    }
  }

  /** Asks all browsers to come back later. */
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
    // Without an Origin it is no browser: fine, as long as it is nobody.
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
      // While the database is away nobody can tell: the next check will.
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

  /** A session may have ended without a word: it can expire, and events get lost. */
  async #endIfSignedOut(connection: Connection): Promise<void> {
    const { socket, caller, cookie } = connection
    if (!caller || (await this.#options.identify(cookie))) return
    socket.close(CLOSE.signedOut, 'Signed out')
  }
}

/** Written out once for all of them; who does not read is dropped. */
function send(connections: Iterable<Connection>, message: SocketMessage): void {
  let text: string | undefined
  for (const { socket } of connections) {
    text ??= JSON.stringify(message)
    if (socket.bufferedAmount > BACKLOG_BYTES_MAX) socket.terminate()
    else socket.send(text)
  }
}
