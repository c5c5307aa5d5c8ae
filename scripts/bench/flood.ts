import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { GameCall } from '../game-kits/game-kit.ts'
import { longestBlindRound } from '../game-kits/game-kits.ts'

const CONNECTIONS = 4
/** Moves that a connection sends without waiting for a response; the API rejects more. */
const PIPELINED = 32
/** Delay before reopening a connection that was closed at once. */
const RECONNECT_MS = 10

/** Start and end of the longest round; each move takes a batch of its own. */
const MOVES: readonly GameCall[] = [
  ...longestBlindRound.slice(0, 14),
  ...longestBlindRound.slice(-2),
]

type Flood = {
  origin: string
  /** Cookie header of the player who floods. */
  cookie: string
}

/**
 * Pipelines moves of one player over raw sockets. Replaces each connection once
 * its moves are answered or the API closes it.
 *
 * @returns a function that stops the flood and gives the number of accepted moves.
 */
export async function startFlood({
  origin,
  cookie,
}: Flood): Promise<() => Promise<number>> {
  const { hostname, port } = new URL(origin)
  const headers = [`Host: ${hostname}`, `Cookie: ${cookie}`]
  const moves = pipelined(MOVES, headers)
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
    // The API may close the connection.
  }
  return answered
}

function pipelined(
  round: readonly GameCall[],
  headers: readonly string[],
): string {
  const texts = round.map((call) => {
    const body = JSON.stringify(call.body)
    return [
      `POST /api/games/${call.path} HTTP/1.1`,
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
