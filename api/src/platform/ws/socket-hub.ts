import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SocketMessage } from '#core/schemas/socket-message.ts'
import { isSameOrigin } from '../http/same-origin.ts'

const PATH = '/ws'
const PING_EVERY_MS = 30_000
const FRAME_BYTES_MAX = 1_024
const BACKLOG_BYTES_MAX = 1_000_000

const CLOSE = { goingAway: 1001, unexpected: 1003, signedOut: 4401 }

/** Who is at the other end; undefined for a visitor. */
export type Caller = { userId: string; digest: string } | undefined

type Connection = { socket: WebSocket; caller: Caller; alive: boolean }

export type SocketHub = ReturnType<typeof openSocketHub>

/** Pushes to browsers over /ws. They only listen: a frame from them ends it. */
export function openSocketHub(
  identify: (req: IncomingMessage) => Caller | Promise<Caller>,
) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
  })
  const connections = new Set<Connection>()
  const byPlayer = new Map<string, Set<Connection>>()

  function enter(connection: Connection): void {
    connections.add(connection)
    if (!connection.caller) return
    const { userId } = connection.caller
    const own = byPlayer.get(userId)
    if (own) own.add(connection)
    else byPlayer.set(userId, new Set([connection]))
  }

  function leave(connection: Connection): void {
    connections.delete(connection)
    if (!connection.caller) return
    const { userId } = connection.caller
    const own = byPlayer.get(userId)
    own?.delete(connection)
    if (own?.size === 0) byPlayer.delete(userId)
  }

  function open(socket: WebSocket, caller: Caller): void {
    const connection = { socket, caller, alive: true }
    enter(connection)
    socket.on('pong', () => {
      connection.alive = true
    })
    socket.on('message', () =>
      socket.close(CLOSE.unexpected, 'This socket only speaks'),
    )
    socket.on('error', () => socket.terminate())
    socket.on('close', () => leave(connection))
  }

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', () => socket.destroy())
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    if (pathname !== PATH) return reject(socket, '404 Not Found')
    const { origin, cookie } = req.headers
    const isForeign = origin === undefined ? cookie : !isSameOrigin(req)
    if (isForeign) return reject(socket, '403 Forbidden')
    const caller = await identify(req)
    server.handleUpgrade(req, socket, head, (opened) => open(opened, caller))
  }

  function pingAll(): void {
    for (const connection of connections) {
      if (!connection.alive) connection.socket.terminate()
      connection.alive = false
      connection.socket.ping()
    }
  }

  const pinging = setInterval(pingAll, PING_EVERY_MS)

  return {
    attach(http: Server): void {
      http.on('upgrade', (req, socket, head) => {
        upgrade(req, socket, head).catch(() => socket.destroy())
      })
    },

    sendToPlayer(userId: string, message: SocketMessage): void {
      const text = JSON.stringify(message)
      for (const { socket } of byPlayer.get(userId) ?? []) {
        if (socket.bufferedAmount > BACKLOG_BYTES_MAX) socket.terminate()
        else socket.send(text)
      }
    },

    /** Ends the sockets of a session that is over. */
    closeSession(digest: string): void {
      for (const { socket, caller } of connections) {
        if (caller?.digest === digest) {
          socket.close(CLOSE.signedOut, 'Signed out')
        }
      }
    },

    close(): void {
      clearInterval(pinging)
      for (const { socket } of connections) {
        socket.close(CLOSE.goingAway, 'Restarting')
      }
      server.close()
    },
  }
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}
