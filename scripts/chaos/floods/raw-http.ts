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

/**
 * Sends requests over one connection without waiting for answers.
 *
 * @returns the status of each; also when they are cut off or time is up.
 */
export async function pipeline(
  socket: Socket,
  requests: readonly RawRequest[],
  signal: AbortSignal,
): Promise<string[]> {
  const lines = new StatusLines()
  const statuses: string[] = []
  await new Promise<void>((resolve) => {
    const stop = () => resolve()
    socket.on('data', (chunk) => {
      statuses.push(...lines.take(String(chunk)))
      if (statuses.length >= requests.length) resolve()
    })
    socket.once('end', stop).once('close', stop)
    signal.addEventListener('abort', stop)
    socket.write(requests.map(requestText).join(''))
  })
  return requests.map((_, index) => statuses[index] ?? NO_ANSWER)
}
