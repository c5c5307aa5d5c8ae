import { connect, type Socket } from 'node:net'
import { StatusLines } from './status-lines.ts'
import { NO_ANSWER } from './tally.ts'

const HOST = '127.0.0.1'

export type RawRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** A request as its bytes go over the wire. */
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

/** A connection whose failure is not an error: the API may cut an attacker off. */
export function openConnection(port: number): Socket {
  // Half open, it stays as it is when the API sends its FIN.
  const socket = connect({ host: HOST, port, allowHalfOpen: true })
  return socket.on('error', () => undefined).setEncoding('latin1')
}

/**
 * Waits for the status of the first answer and reads nothing more. The
 * connection stays open until the API or this process ends it.
 */
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

/** Unanswered requests of one that was cut off for too many. */
const WINDOW = 30

/**
 * Sends requests without waiting for answers. Who is cut off connects again
 * and sends the rest with few of them unanswered; who is cut off even then
 * before any answer gives up.
 *
 * @returns the status of each.
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

/**
 * Keeps as many requests as the window allows unanswered on one connection.
 *
 * @returns the statuses of the answers that came until it was cut off.
 */
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
