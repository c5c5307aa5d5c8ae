import { randomUUID } from 'node:crypto'
import { assert } from '#core/assert.ts'
import { currentGames } from '#core/games/registry.ts'
import { longestBlindRound } from '../../game-kits/game-kits.ts'
import { HttpClient } from '../../load/http-client.ts'
import {
  firstStatus,
  NO_ANSWER,
  openConnection,
  pipeline,
  type RawRequest,
  requestText,
  upgradeRequest,
} from '../../load/raw-http.ts'
import { type Attack, NETWORKS, tallyOf } from './attack.ts'
import { floodConnections, floodPages } from './connection-attacks.ts'

const PASSWORD = 'the same for all of them'
const CREDENTIALS_WITHIN_MS = 10_000
const ERROR_REQUESTS = 150
/** Limit of the API. */
const BODY_BYTES_MAX = 16_384
/** Node parses at most 1,000. */
const QUERY_KEYS = 990

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

/** Returns a request to each route with as many unknown fields as fit. */
export function wrongRequests(cookie: string): RawRequest[] {
  const body = bodyOfUnknownKeys()
  const keys = Array.from({ length: QUERY_KEYS }, (_, key) => `${key}=1`)
  const path = `/api/transactions?${keys.join('&')}`
  const headers = { cookie }
  return [
    ...ROUTES.map(([method, at]) => ({ method, path: at, headers, body })),
    { method: 'GET', path, headers },
  ]
}

function bodyOfUnknownKeys(): string {
  const fields: string[] = []
  let bytes = '{}'.length
  for (let key = 0; ; key += 1) {
    const field = `"${key.toString(36)}":1`
    bytes += field.length + ','.length
    if (bytes > BODY_BYTES_MAX) return `{${fields.join(',')}}`
    fields.push(field)
  }
}

/** Provokes refusals that name many fields, and doesn't read them. */
const floodErrors: Attack = async ({ port, cookie }, signal) => {
  const kinds = wrongRequests(cookie).map(requestText)
  const texts = Array.from(
    { length: ERROR_REQUESTS },
    (_, index) => kinds[index % kinds.length] ?? '',
  )
  const statuses = texts.map((text) => {
    const socket = openConnection(port)
    socket.write(text)
    return firstStatus(socket, signal)
  })
  return tallyOf(await Promise.all(statuses))
}
const CONNECTIONS = 4
const ROUNDS_EACH = 20

const ROUND: readonly RawRequest[] = longestBlindRound.map(
  ({ path, body }) => ({
    method: 'POST',
    path: `/api/games/${path}`,
    body: JSON.stringify(body),
  }),
)

/** Sends thousands of moves of one account at once. */
const floodMoves: Attack = async ({ port, cookie }, signal) => {
  const moves = Array.from({ length: ROUNDS_EACH }, () => ROUND).flat()
  const requests = moves.map((one) => ({ ...one, headers: { cookie } }))
  const statuses = Array.from({ length: CONNECTIONS }, () =>
    pipeline(port, requests, signal),
  )
  return tallyOf((await Promise.all(statuses)).flat())
}
const gameWithChoices = currentGames.find(({ choices }) => choices)
const READS_EACH = 4_000

/** Reads an open round thousands of times at once. */
const floodReads: Attack = async ({ port, cookie }, signal) => {
  const path = `/api/games/${gameWithChoices?.path}`
  const read = { method: 'GET', path, headers: { cookie } }
  const reads = Array.from({ length: READS_EACH }, () => read)
  const statuses = Array.from({ length: CONNECTIONS }, () =>
    pipeline(port, reads, signal),
  )
  return tallyOf((await Promise.all(statuses)).flat())
}
const WAVES = 8
const UPGRADES_PER_WAVE = 250

const REFUSED_UPGRADES = [
  upgradeRequest('/ws', { origin: 'https://evil.example' }),
  upgradeRequest('/no/such/socket', {}),
].map(requestText)

/** Requests upgrades that are refused, and never closes the connections. */
const floodUpgrades: Attack = async ({ port }, signal) => {
  const statuses: string[] = []
  for (let wave = 0; wave < WAVES && !signal.aborted; wave += 1) {
    const sockets = Array.from({ length: UPGRADES_PER_WAVE }, (_, index) => {
      const socket = openConnection(port)
      socket.write(REFUSED_UPGRADES[index % REFUSED_UPGRADES.length] ?? '')
      return firstStatus(socket, signal)
    })
    statuses.push(...(await Promise.all(sockets)))
  }
  return tallyOf(statuses)
}
const REGISTRATIONS = 110
/** Of one network. */
const ACCOUNTS = 20
export const LOGINS = 50

/** Successful logins in the tally. */
export const RIGHT_LOGIN = 'login 200'

/** Registers many users at once, while an office signs in with valid passwords. */
const floodRegistrations: Attack = async ({ port }) => {
  const api = `http://127.0.0.1:${port}/api`
  const employees = usernames(ACCOUNTS)
  await registerOneByOne(`${api}/register`, employees)
  const registered = await sendCredentials(
    { localAddress: NETWORKS.attacker, url: `${api}/register` },
    usernames(REGISTRATIONS),
  )
  const signedIn = await sendCredentials(
    { localAddress: NETWORKS.office, url: `${api}/login` },
    Array.from(
      { length: LOGINS },
      (_, index) => employees[index % ACCOUNTS] ?? '',
    ),
  )
  const logins = signedIn.map((status) => `login ${status}`)
  return tallyOf([...registered, ...logins])
}

function usernames(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID())
}

async function registerOneByOne(
  url: string,
  employees: readonly string[],
): Promise<void> {
  const entry = { localAddress: NETWORKS.office, url }
  for (const username of employees) {
    const [status] = await sendCredentials(entry, [username])
    assert(status === '201', 'registered')
  }
}
type Entry = { localAddress: string; url: string }

/** Sends the credentials of all users at once. @returns the status of each */
async function sendCredentials(
  { localAddress, url }: Entry,
  usernames: readonly string[],
): Promise<string[]> {
  const client = new HttpClient({ localAddress })
  const message = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    withinMs: CREDENTIALS_WITHIN_MS,
  }
  const statuses = usernames.map(async (username) => {
    const body = JSON.stringify({ username, password: PASSWORD })
    try {
      const { status } = await client.send(url, { ...message, body })
      return String(status)
    } catch {
      return NO_ANSWER
    }
  })
  return Promise.all(statuses).finally(() => client.close())
}

export const attacks = {
  flood_errors: floodErrors,
  flood_moves: floodMoves,
  flood_upgrades: floodUpgrades,
  flood_reads: floodReads,
  flood_pages: floodPages,
  flood_connections: floodConnections,
  flood_registrations: floodRegistrations,
} satisfies Record<string, Attack>

export type FloodName = keyof typeof attacks

/** Names of all floods; none except on Linux, whose /proc and loopback they need. */
export const FLOODS =
  process.platform === 'linux' ? (Object.keys(attacks) as FloodName[]) : []
