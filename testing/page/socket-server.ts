import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

/** A house that pushes over a real socket what a test tells it to. */
export async function socketServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  vi.stubGlobal('location', { protocol: 'http:', host })
  // The one of jsdom breaks on Node's events.
  vi.stubGlobal('WebSocket', WebSocket)
  const paths: (string | undefined)[] = []
  server.on('connection', (_socket, { url }) => paths.push(url))
  return {
    paths,
    /** Called while a socket opens, before its page hears of that. */
    onOpening: (opening: () => void) => server.on('headers', opening),
    say: (text: string) => {
      for (const socket of server.clients) socket.send(text)
    },
    hangUp: () => {
      for (const socket of server.clients) socket.close(1001)
    },
    close: () => {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
