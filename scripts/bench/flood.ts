import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const CONNECTIONS = 4
/** Moves that a connection sends without waiting for an answer. */
const PIPELINED = 400
/** Before a connection that was closed at once is opened again. */
const RECONNECT_MS = 10

/** Rounds of hi-lo: each move runs alone. */
const ROUND: readonly [path: string, body: object][] = [
  ['start', { betAmount: 10 }],
  ...Array.from({ length: 13 }, (): [string, object] => ['skip', {}]),
  ['play', { choice: 'higher' }],
  ['cashout', {}],
]

type Flood = {
  origin: string
  /** Cookie header of the player who floods. */
  cookie: string
}

/**
 * Moves of one player in a game with choices, pipelined over raw sockets. Each
 * connection sends hundreds at once; when they are answered, or the API has
 * closed it, another one takes its place.
 *
 * @returns what ends the flood, and tells how many of its moves were kept.
 */
export function startFlood({ origin, cookie }: Flood): () => Promise<number> {
  const { hostname, port } = new URL(origin)
  const moves = pipelined([`Host: ${hostname}`, `Cookie: ${cookie}`])
  let isOn = true

  async function pump(): Promise<number> {
    let kept = 0
    while (isOn) {
      const socket = connect(Number(port), hostname)
      socket.write(moves)
      const answered = await answersOn(socket)
      kept += answered.kept
      if (answered.all === 0) await setTimeout(RECONNECT_MS)
    }
    return kept
  }

  const pumps = Array.from({ length: CONNECTIONS }, pump)
  return async () => {
    isOn = false
    const kept = await Promise.all(pumps)
    return kept.reduce((sum, count) => sum + count, 0)
  }
}

type Answered = { all: number; kept: number }

const STATUS = /HTTP\/1\.1 (\d{3})/g
const STATUS_LENGTH = 'HTTP/1.1 200'.length

/** Reads until all moves are answered or the connection ends. */
async function answersOn(socket: AsyncIterable<Buffer>): Promise<Answered> {
  const answered = { all: 0, kept: 0 }
  let carried = ''
  try {
    for await (const chunk of socket) {
      const text = carried + chunk.toString('latin1')
      let end = 0
      for (const { 1: status, index } of text.matchAll(STATUS)) {
        answered.all += 1
        answered.kept += Number(status === '200')
        end = index + STATUS_LENGTH
      }
      if (answered.all === PIPELINED) break
      // A status may be cut in two.
      carried = text.slice(Math.max(end, text.length - STATUS_LENGTH + 1))
    }
  } catch {
    // The API may cut off who floods it.
  }
  return answered
}

function pipelined(headers: readonly string[]): string {
  const texts = ROUND.map(([path, fields]) => {
    const body = JSON.stringify(fields)
    return [
      `POST /api/games/hilo/${path} HTTP/1.1`,
      ...headers,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  })
  return Array.from(
    { length: PIPELINED },
    (_, index) => texts[index % texts.length],
  ).join('')
}
