import { connect, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'

const HOST = '127.0.0.1'
/** Requests per connection after the API closed one with too many. */
const WINDOW = 30
const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g

export const NO_ANSWER = 'no answer'

export type RawRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Returns a request as sent over the wire. */
export function requestText(request: RawRequest): string {
  const { method, path, headers, body = '' } = request
  const lines = Object.entries({
    host: HOST,
    ...(body && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

/** Returns a browser's request for a WebSocket. */
export function upgradeRequest(
  path: string,
  headers: Record<string, string>,
): string {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  }
  return requestText({
    method: 'GET',
    path,
    headers: { ...upgrade, ...headers },
  })
}

/** Opens a connection that ignores errors, since the API may close it. */
export function openConnection(port: number, text = ''): Socket {
  // Half open connections survive the API's FIN.
  const socket = connect({ host: HOST, port, allowHalfOpen: true })
  socket.on('error', () => undefined).write(text)
  return socket
}

/** Waits for the first status and reads nothing more. Keeps the connection open. */
export async function firstStatus(
  socket: Socket,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(NO_ANSWER)
    socket.once('data', (chunk) => {
      socket.pause()
      resolve(parseStatuses(chunk.toString('latin1'))[0] ?? NO_ANSWER)
    })
    socket.once('end', giveUp).once('close', giveUp)
    signal.addEventListener('abort', giveUp)
  })
}

/**
 * Sends requests without waiting for responses. After the API closes the
 * connection, sends the rest over new ones, a few at a time.
 *
 * @returns the status of each
 */
export async function pipeline(
  port: number,
  requests: readonly RawRequest[],
  signal: AbortSignal,
): Promise<string[]> {
  const statuses = await sendAtOnce(port, requests, signal)
  while (statuses.length < requests.length && !signal.aborted) {
    const end = statuses.length + WINDOW
    const next = requests.slice(statuses.length, end)
    const answered = await sendAtOnce(port, next, signal)
    if (answered.length === 0) break
    statuses.push(...answered)
  }
  return requests.map((_, index) => statuses[index] ?? NO_ANSWER)
}

/** @returns the statuses until the API closes the connection */
async function sendAtOnce(
  port: number,
  requests: readonly RawRequest[],
  signal: AbortSignal,
): Promise<string[]> {
  const texts = requests.map((request, index) => {
    const isLast = index === requests.length - 1
    const headers = {
      ...request.headers,
      ...(isLast && { connection: 'close' }),
    }
    return requestText({ ...request, headers })
  })
  const socket = openConnection(port, texts.join(''))
  let text = ''
  try {
    for await (const chunk of addAbortSignal(signal, socket)) text += chunk
  } catch {
    // The API may reset the connection.
  }
  socket.destroy()
  return parseStatuses(text)
}

function parseStatuses(text: string): string[] {
  return Array.from(text.matchAll(STATUS_LINE), ([, status = '']) => status)
}
