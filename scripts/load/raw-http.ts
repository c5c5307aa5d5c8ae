import { connect, type Socket } from 'node:net'

const HOST = '127.0.0.1'
/** Unanswered requests after the API closed a connection with too many. */
const WINDOW = 30
const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g
const STATUS_LINE_LENGTH = 'HTTP/1.1 200'.length

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
): RawRequest {
  return {
    method: 'GET',
    path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...headers,
    },
  }
}

/** Opens a connection that ignores errors, since the API may close it. */
export function openConnection(port: number): Socket {
  // Half open connections survive the API's FIN.
  const socket = connect({ host: HOST, port, allowHalfOpen: true })
  return socket.on('error', () => undefined).setEncoding('latin1')
}

/** Waits for the first status and reads nothing more. Keeps the connection open. */
export async function firstStatus(
  socket: Socket,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (chunk) => {
      socket.pause()
      resolve(new StatusLines().take(String(chunk))[0] ?? NO_ANSWER)
    })
    socket.once('end', () => resolve(NO_ANSWER))
    socket.once('close', () => resolve(NO_ANSWER))
    signal.addEventListener('abort', () => resolve(NO_ANSWER))
  })
}

/**
 * Sends requests without waiting for responses. After the API closes the
 * connection, sends the rest with few unanswered ones at a time.
 *
 * @returns the status of each
 */
export async function pipeline(
  port: number,
  requests: readonly RawRequest[],
  signal: AbortSignal,
): Promise<string[]> {
  const texts = requests.map(requestText)
  const statuses = await sendAhead(port, texts, {
    window: Number.POSITIVE_INFINITY,
    signal,
  })
  while (statuses.length < texts.length && !signal.aborted) {
    const rest = texts.slice(statuses.length)
    const answered = await sendAhead(port, rest, { window: WINDOW, signal })
    if (answered.length === 0) break
    statuses.push(...answered)
  }
  return requests.map((_, index) => statuses[index] ?? NO_ANSWER)
}

/** @returns the statuses until all are answered or the connection closes */
async function sendAhead(
  port: number,
  texts: readonly string[],
  { window, signal }: { window: number; signal: AbortSignal },
): Promise<string[]> {
  const socket = openConnection(port)
  const lines = new StatusLines()
  const statuses: string[] = []
  let sent = 0
  const sendMore = () => {
    const end = Math.min(statuses.length + window, texts.length)
    if (end > sent) socket.write(texts.slice(sent, end).join(''))
    sent = end
  }
  await new Promise<void>((resolve) => {
    const stop = () => resolve()
    socket.on('data', (chunk) => {
      statuses.push(...lines.take(String(chunk)))
      if (statuses.length >= texts.length) resolve()
      sendMore()
    })
    socket.once('end', stop).once('close', stop)
    signal.addEventListener('abort', stop)
    sendMore()
  })
  socket.destroy()
  return statuses
}

/** Finds statuses in a stream of chunks of any size. */
class StatusLines {
  #carried = ''

  take(chunk: string): string[] {
    const text = this.#carried + chunk
    let end = 0
    const statuses: string[] = []
    for (const { 1: status = '', index } of text.matchAll(STATUS_LINE)) {
      statuses.push(status)
      end = index + STATUS_LINE_LENGTH
    }
    this.#carried = text.slice(
      Math.max(end, text.length - STATUS_LINE_LENGTH + 1),
    )
    return statuses
  }
}
