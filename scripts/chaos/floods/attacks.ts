import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { assert } from '#core/assert.ts'
import { currentGames } from '#core/games/registry.ts'
import { kit as coinFlipKit } from '../../game-kits/coin-flip.ts'
import type { GameCall } from '../../game-kits/game-kit.ts'
import { longestBlindRound } from '../../game-kits/game-kits.ts'
import { HttpClient, post } from '../../load/http-client.ts'
import {
  firstStatus,
  NO_ANSWER,
  openConnection,
  pipeline,
  type RawRequest,
  requestText,
  upgradeRequest,
} from '../../load/raw-http.ts'

export type Target = {
  port: number
  /** Cookie header of the attacker's account. */
  cookie: string
}

/**
 * Floods the API until it is done or the signal aborts. Connections stay open
 * until the attacker's thread ends.
 *
 * @returns the status or other end of each request
 */
type Attack = (target: Target, signal: AbortSignal) => Promise<string[]>

/** Loopback addresses that the API limits as networks. Linux has 127.0.0.0/8. */
export const NETWORKS = {
  attacker: '127.0.0.1',
  bystanders: '127.0.0.2',
  /** Signs in during a flood of registrations. */
  office: '127.0.0.3',
}

const ERROR_REQUESTS = 150
/** Nearly as many unknown fields as fit into 16 kB, the limit of the API. */
const FIELDS = Array.from({ length: 2_200 }, (_, key) => [key.toString(36), 1])
const BODY = JSON.stringify(Object.fromEntries(FIELDS))
/** Node parses at most 1,000. */
const QUERY = Array.from({ length: 990 }, (_, key) => `${key}=1`)

const [[play] = []] = currentGames.map(({ requests }) => requests)

const ROUTES = [
  ['POST', '/api/login'],
  ['POST', '/api/register'],
  ['POST', `/api/games/${play?.path}`],
  ['PUT', '/api/limits'],
  ['PUT', '/api/fairness/client-seed'],
  ['POST', '/api/auth/siwe/verify'],
  ['POST', '/api/wallet/faucet'],
] as const

/** Returns requests with too many fields. */
export function wrongRequests(cookie: string): RawRequest[] {
  const headers = { cookie }
  const path = `/api/transactions?${QUERY.join('&')}`
  return [
    ...ROUTES.map(([method, path]) => ({ method, path, headers, body: BODY })),
    { method: 'GET', path, headers },
  ]
}

/** Sends each text over a connection of its own, and reads only the status. */
function sendRequests(
  port: number,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  return Promise.all(
    texts.map((text) => firstStatus(openConnection(port, text), signal)),
  )
}

const CONNECTIONS = 4
const ROUNDS_EACH = 20
const READS_EACH = 4_000

function gameRequest({ path, body }: GameCall): RawRequest {
  const text = JSON.stringify(body)
  return { method: 'POST', path: `/api/games/${path}`, body: text }
}

const MOVES = repeat(ROUNDS_EACH, longestBlindRound).map(gameRequest)
const gameWithChoices = currentGames.find(({ choices }) => choices)
const READ = { method: 'GET', path: `/api/games/${gameWithChoices?.path}` }

/** Pipelines requests of one account over a few connections. */
async function pipelineAll(
  { cookie, port }: Target,
  requests: readonly RawRequest[],
  signal: AbortSignal,
): Promise<string[]> {
  const signed = requests.map((one) => ({ ...one, headers: { cookie } }))
  const statuses = Array.from({ length: CONNECTIONS }, () =>
    pipeline(port, signed, signal),
  )
  return (await Promise.all(statuses)).flat()
}

const UPGRADE_WAVES = 8
const REFUSED_UPGRADES = repeat(125, [
  upgradeRequest('/ws', { origin: 'https://evil.example' }),
  upgradeRequest('/no/such/socket', {}),
])

const PASSWORD = 'the same for all of them'
const REGISTRATIONS = 110
/** Of one network. */
const ACCOUNTS = 20
export const LOGINS = 50

/** Successful logins in the tally. */
export const RIGHT_LOGIN = 'login 200'

/** Sends credentials of all users at once. @returns the status of each */
async function sendCredentials(
  localAddress: string,
  url: string,
  usernames: readonly string[],
): Promise<string[]> {
  const client = new HttpClient({ localAddress })
  const statuses = usernames.map(async (username) => {
    const message = post('', { username, password: PASSWORD })
    const sent = client.send(url, message).catch(() => undefined)
    return String((await sent)?.status ?? NO_ANSWER)
  })
  return Promise.all(statuses).finally(() => client.close())
}

const usernames = (count: number) =>
  Array.from({ length: count }, () => randomUUID())

/** Path of a file of the site that is larger than socket buffers. */
export const LARGE_FILE = '/assets/large.bin'
const GET_FILE = requestText({ method: 'GET', path: LARGE_FILE })
/** Files that each slow reader requests at once. */
const FILES_EACH = 4
const HEALTH_CHECK = requestText({ method: 'GET', path: '/healthz' })
/** A request without the end of its body. */
const HALF_REQUEST = requestText({
  method: 'POST',
  path: '/api/login',
  body: JSON.stringify({ username: 'u', password: 'p' }),
}).slice(0, -1)
const SILENT_SOCKETS = 20
const BALANCE_PUSHES = 400
const DRIP_EVERY_MS = 1_000

/** Below the limit of 1,000 connections per network. */
const PAGE_CONNECTIONS = 950
const REQUESTS_EACH = 32
const PAGES = ['/docs/openapi.json', '/', '/healthz', '/nothing-here'].map(
  (path) => requestText({ method: 'GET', path }).repeat(REQUESTS_EACH),
)

/**
 * Connections opened at once. Node accepts one in each turn of its event loop;
 * these attacks are about what connections hold, not how fast they are accepted.
 */
const WAVE = 20

/** Opens connections no faster than the API accepts them, and holds them. */
async function holdConnections(
  port: number,
  connections: readonly (() => Socket)[],
  signal: AbortSignal,
): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < connections.length && !signal.aborted) {
    const wave = connections.slice(sockets.length, sockets.length + WAVE)
    sockets.push(...wave.map((open) => open()))
    // Accepted after the others.
    const last = openConnection(port, HEALTH_CHECK)
    await firstStatus(last, signal)
    last.destroy()
  }
  return sockets
}

async function waitForEnds(
  sockets: readonly Socket[],
  signal: AbortSignal,
): Promise<string[]> {
  if (!signal.aborted) await once(signal, 'abort')
  return sockets.map(({ destroyed, readableEnded }) =>
    destroyed || readableEnded ? 'cut off' : 'kept open',
  )
}

/** Sends a request byte by byte. */
function sendSlowly(port: number, signal: AbortSignal): Socket {
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

function repeat<T>(count: number, items: readonly T[]): T[] {
  return Array.from({ length: count }, () => items).flat()
}

export const attacks = {
  /** Provokes refusals that name many fields, and doesn't read them. */
  flood_errors({ port, cookie }, signal) {
    const texts = repeat(ERROR_REQUESTS, wrongRequests(cookie).map(requestText))
    return sendRequests(port, texts.slice(0, ERROR_REQUESTS), signal)
  },

  /** Sends thousands of moves of one account at once. */
  flood_moves: (target, signal) => pipelineAll(target, MOVES, signal),

  /** Requests upgrades that are refused, and never closes the connections. */
  async flood_upgrades({ port }, signal) {
    const statuses: string[] = []
    for (let wave = 0; wave < UPGRADE_WAVES && !signal.aborted; wave += 1) {
      statuses.push(...(await sendRequests(port, REFUSED_UPGRADES, signal)))
    }
    return statuses
  },

  /** Reads an open round thousands of times at once. */
  flood_reads: (target, signal) =>
    pipelineAll(target, repeat(READS_EACH, [READ]), signal),

  /** Pipelines anonymous requests of pages, and reads no responses. */
  async flood_pages({ port }, signal) {
    const open = () => openConnection(port).pause()
    const opens = repeat(PAGE_CONNECTIONS, [open])
    const sockets = await holdConnections(port, opens, signal)
    for (const [index, socket] of sockets.entries()) {
      socket.write(PAGES[index % PAGES.length] ?? '')
    }
    return waitForEnds(sockets, signal)
  },

  /**
   * Makes the API push balances to sockets that are never read, and holds
   * connections that cost the attacker little.
   */
  async flood_connections({ port, cookie }, signal) {
    const host = `127.0.0.1:${port}`
    const headers = { cookie, origin: `http://${host}`, host }
    const silent = repeat(SILENT_SOCKETS, [upgradeRequest('/ws', headers)])
    const upgrades = await sendRequests(port, silent, signal)
    const bet = gameRequest(coinFlipKit.calls.start(1))
    const bets = repeat(BALANCE_PUSHES, [{ ...bet, headers: { cookie } }])
    const rounds = await pipeline(port, bets, signal)
    const files = GET_FILE.repeat(FILES_EACH)
    const connections = [
      ...repeat(100, [() => openConnection(port, HALF_REQUEST).resume()]),
      ...repeat(100, [() => sendSlowly(port, signal)]),
      // Slow readers.
      ...repeat(30, [() => openConnection(port, files).pause()]),
      ...repeat(1_000, [() => openConnection(port).resume()]),
    ]
    const sockets = await holdConnections(port, connections, signal)
    return [...upgrades, ...rounds, ...(await waitForEnds(sockets, signal))]
  },

  /** Registers many users at once, while an office signs in with valid passwords. */
  async flood_registrations({ port }) {
    const [register, login] = ['register', 'login'].map(
      (path) => `http://127.0.0.1:${port}/api/${path}`,
    )
    assert(register !== undefined && login !== undefined, 'has two paths')
    const { attacker, office } = NETWORKS
    const employees = usernames(ACCOUNTS)
    for (const username of employees) {
      const [status] = await sendCredentials(office, register, [username])
      assert(status === '201', 'registered')
    }
    const strangers = usernames(REGISTRATIONS)
    const registered = await sendCredentials(attacker, register, strangers)
    const users = repeat(LOGINS, employees).slice(0, LOGINS)
    const signedIn = await sendCredentials(office, login, users)
    return [...registered, ...signedIn.map((status) => `login ${status}`)]
  },
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks
