import { once } from 'node:events'
import type { Socket } from 'node:net'
import { kit as coinFlipKit } from '../../game-kits/coin-flip.ts'
import {
  firstStatus,
  openConnection,
  pipeline,
  type RawRequest,
  requestText,
  upgradeRequest,
} from '../../load/raw-http.ts'
import { type Attack, type Target, tallyOf } from './attack.ts'

/** Path of a file of the site that is larger than socket buffers. */
export const LARGE_FILE = '/assets/large.bin'
const IDLE = 1_000
const DRIPPING = 100
const HALF_OPEN = 100
const SLOW_READERS = 30
/** Files that each slow reader requests at once. */
const FILES_EACH = 4
const SILENT_SOCKETS = 20
const BALANCE_PUSHES = 400
const DRIP_EVERY_MS = 1_000

/**
 * Connections opened at once. Node accepts one in each turn of its event loop;
 * this attack is about what connections hold, not how fast they are accepted.
 */
const WAVE = 20

/** Holds connections that cost the attacker little. */
export const floodConnections: Attack = async (target, signal) => {
  const { port } = target
  const answers = await pushToSilentSockets(target, signal)
  const sockets = await openInWaves(target, signal, [
    ...times(HALF_OPEN, () => saying(port, HALF_REQUEST).resume()),
    ...times(DRIPPING, () => dripping(port, signal)),
    ...times(SLOW_READERS, () => saying(port, MANY_FILES).pause()),
    ...times(IDLE, () => openConnection(port).resume()),
  ])
  if (!signal.aborted) await once(signal, 'abort')
  return tallyOf([...answers, ...sockets.map(endOf)])
}

const GET_FILE = requestText({ method: 'GET', path: LARGE_FILE })
const MANY_FILES = GET_FILE.repeat(FILES_EACH)

const HEALTH_CHECK = requestText({ method: 'GET', path: '/healthz' })

/** A request without the end of its body. */
const HALF_REQUEST = requestText({
  method: 'POST',
  path: '/api/login',
  body: JSON.stringify({ username: 'u', password: 'p' }),
}).slice(0, -1)

function times(count: number, open: () => Socket): (() => Socket)[] {
  return Array.from({ length: count }, () => open)
}

/** Opens connections no faster than the API accepts them. */
async function openInWaves(
  { port }: Target,
  signal: AbortSignal,
  connections: readonly (() => Socket)[],
): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < connections.length && !signal.aborted) {
    const wave = connections.slice(sockets.length, sockets.length + WAVE)
    sockets.push(...wave.map((open) => open()))
    // Accepted after the others.
    const last = saying(port, HEALTH_CHECK)
    await firstStatus(last, signal)
    last.destroy()
  }
  return sockets
}

function endOf({ destroyed, readableEnded }: Socket): string {
  return destroyed || readableEnded ? 'cut off' : 'kept open'
}

function saying(port: number, text: string): Socket {
  const socket = openConnection(port)
  socket.write(text)
  return socket
}

/** Sends a request byte by byte. */
function dripping(port: number, signal: AbortSignal): Socket {
  const socket = openConnection(port).resume()
  let sent = 0
  const dripper = setInterval(() => {
    socket.write(GET_FILE.charAt(sent))
    sent += 1
  }, DRIP_EVERY_MS)
  const stop = () => clearInterval(dripper)
  socket.once('close', stop)
  signal.addEventListener('abort', stop)
  return socket
}

/** Makes the API push balances to sockets that are never read. */
async function pushToSilentSockets(
  { port, cookie }: Target,
  signal: AbortSignal,
): Promise<string[]> {
  const headers = {
    cookie,
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
  }
  const upgrade = requestText(upgradeRequest('/ws', headers))
  const opened = Array.from({ length: SILENT_SOCKETS }, () =>
    firstStatus(saying(port, upgrade), signal),
  )
  const upgrades = await Promise.all(opened)
  const bet = betBy(cookie)
  const bets = Array.from({ length: BALANCE_PUSHES }, () => bet)
  const rounds = await pipeline(port, bets, signal)
  return [...upgrades, ...rounds]
}

function betBy(cookie: string): RawRequest {
  const { calls } = coinFlipKit
  const { path, body } = calls.start(1)
  return {
    method: 'POST',
    path: `/api/games/${path}`,
    headers: { cookie },
    body: JSON.stringify(body),
  }
}

/** Stays below the limit of 1,000 connections per network. */
const PAGE_CONNECTIONS = 950
const REQUESTS_EACH = 32

const PAGES = ['/docs/openapi.json', '/', '/healthz', '/nothing-here'].map(
  (path) => requestText({ method: 'GET', path }).repeat(REQUESTS_EACH),
)

/** Pipelines anonymous requests of pages, and reads no responses. */
export const floodPages: Attack = async (target, signal) => {
  const sockets = await openInWaves(
    target,
    signal,
    Array.from(
      { length: PAGE_CONNECTIONS },
      () => () => openConnection(target.port).pause(),
    ),
  )
  sockets.forEach((socket, index) => {
    socket.write(PAGES[index % PAGES.length] ?? '')
  })
  if (!signal.aborted) await once(signal, 'abort')
  return tallyOf(sockets.map(endOf))
}
