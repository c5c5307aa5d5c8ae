import { currentGames } from '#core/games/registry.ts'
import type { Attack } from './attack.ts'
import {
  firstStatus,
  openConnection,
  type RawRequest,
  requestText,
} from './raw-http.ts'
import { tallyOf } from './tally.ts'

const REQUESTS = 150
/** The largest body that the API reads. */
const BODY_BYTES_MAX = 16_384
/** Below the thousand that Node's parser of queries reads. */
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

/** One request to each route, with as many unknown fields as fit. */
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

/** Requests whose refusal names many fields, from clients that do not read it. */
export const floodErrors: Attack = async ({ port, cookie }, signal) => {
  const kinds = wrongRequests(cookie).map(requestText)
  const texts = Array.from(
    { length: REQUESTS },
    (_, index) => kinds[index % kinds.length] ?? '',
  )
  const statuses = texts.map((text) => {
    const socket = openConnection(port)
    socket.write(text)
    return firstStatus(socket, signal)
  })
  return tallyOf(await Promise.all(statuses))
}
