import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { type SocketMessage, socketMessage } from '#core/api/socket.ts'
import { clientAddress, getNetwork } from '../http/client-address.ts'
import { type IsOwnOrigin, ownOrigin } from '../http/cross-site.ts'
import type { Platform } from '../platform.ts'

const push = z.tuple([z.uuid(), socketMessage])

export type SocketsModule = ReturnType<typeof createSockets>

export type PushToPlayer = (userId: string, message: SocketMessage) => void

export function createSockets(
  { events }: Pick<Platform, 'events'>,
  needs: SocketLimits & {
    publicUrl: URL
    sessions: {
      service: {
        resolve: Identify
        onDropped(listener: (digest: string) => void): void
      }
    }
  },
) {
  const sessions = needs.sessions.service
  const isOwnOrigin = ownOrigin(needs.publicUrl)
  const identify = sessions.resolve
  const hub = createSocketHub({ ...needs, identify, isOwnOrigin })
  sessions.onDropped((digest) => hub.closeSession(digest))
  events.subscribe('pushes', (text) => {
    const [userId, message] = push.parse(JSON.parse(text))
    hub.sendToPlayer(userId, message)
  })
  return {
    hub,
    /** Reaches a player's browsers in whichever process they are connected to. */
    push(userId: string, message: SocketMessage): void {
      events.publish('pushes', JSON.stringify([userId, message]))
    },
    attach: hub.attach,
    disconnect: hub.close,
  }
}

const PATH = '/ws'
const CHECK_EVERY_MS = 30_000
const FRAME_BYTES_MAX = 1_024
/** Hundreds of unread messages. */
const BACKLOG_BYTES_MAX = 64_000
/** Per player; far more than anyone has tabs. */
const SOCKETS_OF_PLAYER_MAX = 50
const REFUSAL_FLUSH_MS = 1_000

const CLOSE = { goingAway: 1001, unexpected: 1003, signedOut: 4401 }

/** Player of a socket; undefined for a visitor. */
type Caller = { userId: string; digest: string } | undefined

export type Identify = (cookie: string | undefined) => Caller | Promise<Caller>

type Connection = {
  socket: WebSocket
  caller: Caller
  network: string
  /** Cookie header of the upgrade. */
  cookie: string | undefined
  /** True when it answered the last ping. */
  alive: boolean
}

type SocketLimits = {
  socketsPerNetwork: number
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxyHops: number
}

export type SocketHub = ReturnType<typeof createSocketHub>

/** Pushes messages to browsers over /ws; a frame from a browser closes its socket. */
export function createSocketHub({
  identify,
  isOwnOrigin,
  socketsPerNetwork,
  trustProxyHops,
}: SocketLimits & { identify: Identify; isOwnOrigin: IsOwnOrigin }) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
  })
  const connections = new Set<Connection>()
  const byPlayer = new Map<string, Set<Connection>>()
  const byNetwork = new Map<string, Set<Connection>>()
  const welcomes: (() => readonly SocketMessage[])[] = []

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    const path = req.url?.split('?')[0]
    if (path !== PATH) return refuse(socket, '404 Not Found')
    const { origin, cookie } = req.headers
    // Clients without an Origin are no browsers; they may only connect as visitors.
    const isForeign = origin === undefined ? cookie : !isOwnOrigin(req)
    if (isForeign) return refuse(socket, '403 Forbidden')
    const network = getNetwork(clientAddress(req, trustProxyHops))
    const caller = await identify(cookie)
    const ofPlayer = (caller && byPlayer.get(caller.userId)?.size) ?? 0
    const ofNetwork = byNetwork.get(network)?.size ?? 0
    if (ofPlayer >= SOCKETS_OF_PLAYER_MAX || ofNetwork >= socketsPerNetwork)
      return refuse(socket, '429 Too Many Requests')
    server.handleUpgrade(req, socket, head, (opened) =>
      open({ socket: opened, caller, network, cookie, alive: true }),
    )
  }

  function open(connection: Connection): void {
    const { caller, network, socket } = connection
    connections.add(connection)
    join(byNetwork, network, connection)
    if (caller) join(byPlayer, caller.userId, connection)
    for (const messages of welcomes) {
      for (const message of messages()) send([connection], message)
    }
    const checking = setInterval(() => {
      ping(connection)
      // The next check decides when the database is unreachable.
      endIfSignedOut(connection).catch(() => undefined)
    }, CHECK_EVERY_MS)
    socket.on('pong', () => {
      connection.alive = true
    })
    socket.on('message', () =>
      socket.close(CLOSE.unexpected, 'This socket only speaks'),
    )
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(checking)
      connections.delete(connection)
      leave(byNetwork, network, connection)
      if (caller) leave(byPlayer, caller.userId, connection)
    })
  }

  /** Catches expired sessions and lost events. */
  async function endIfSignedOut({ socket, caller, cookie }: Connection) {
    if (!caller || (await identify(cookie))) return
    socket.close(CLOSE.signedOut, 'Signed out')
  }

  return {
    attach(http: Server): void {
      http.on('upgrade', (req, socket, head) => {
        socket.on('error', () => socket.destroy())
        upgrade(req, socket, head).catch(() => socket.destroy())
      })
    },

    sendToPlayer(userId: string, message: SocketMessage): void {
      send(byPlayer.get(userId) ?? [], message)
    },

    broadcast(message: SocketMessage): void {
      send(connections, message)
    },

    /** Sends messages to each new socket first. */
    setWelcome(messages: () => readonly SocketMessage[]): void {
      welcomes.push(messages)
    },

    closeSession(digest: string): void {
      for (const { socket, caller } of connections) {
        if (caller?.digest === digest)
          socket.close(CLOSE.signedOut, 'Signed out')
      }
    },

    /** Closes all sockets; browsers reconnect later. */
    close(): void {
      server.close()
      for (const { socket } of connections)
        socket.close(CLOSE.goingAway, 'Restarting')
    },
  }
}

function ping(connection: Connection): void {
  const { socket, alive } = connection
  connection.alive = false
  if (alive) socket.ping()
  else socket.terminate()
}

function join<T>(groups: Map<string, Set<T>>, key: string, member: T): void {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(member))
}

function leave<T>(groups: Map<string, Set<T>>, key: string, member: T): void {
  const group = groups.get(key)
  group?.delete(member)
  if (group?.size === 0) groups.delete(key)
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

/** Refuses an upgrade; releases its socket even if the client never reads. */
function refuse(socket: Duplex, status: string): void {
  const overdue = setTimeout(() => socket.destroy(), REFUSAL_FLUSH_MS)
  socket.once('close', () => clearTimeout(overdue))
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () =>
    socket.destroy(),
  )
}
