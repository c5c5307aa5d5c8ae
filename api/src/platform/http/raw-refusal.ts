import type { Duplex } from 'node:stream'

const FLUSH_WITHIN_MS = 1_000

/**
 * Refuses a connection that is not HTTP's any more, and lets go of it: a client
 * that neither reads nor closes its end keeps nothing.
 *
 * @param status such as `403 Forbidden`.
 */
export function refuseRaw(socket: Duplex, status: string): void {
  const overdue = setTimeout(() => socket.destroy(), FLUSH_WITHIN_MS)
  socket.once('close', () => clearTimeout(overdue))
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () =>
    socket.destroy(),
  )
}
