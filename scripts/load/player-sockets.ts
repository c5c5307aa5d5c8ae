import type { Pool } from 'pg'
import { WebSocket } from 'ws'
import { waitUntil } from '../process/wait-until.ts'
import { raceWhere } from './present-race.ts'

const RECONNECT_AFTER_MS = 500
const WAVE = 50
const OPEN_WITHIN_MS = 60_000
const START_WITHIN_MS = 10_000

export type PlayerSockets = Awaited<ReturnType<typeof openPlayerSockets>>

/**
 * Keeps WebSockets of players open, and measures how long each was away. Resolves
 * when all are open.
 *
 * @param count of all players together; one each by default
 */
export async function openPlayerSockets(
  url: string,
  cookies: readonly string[],
  count = cookies.length,
) {
  const absencesMs: number[] = []
  const startsHeardAtMs: number[] = []
  const sockets: WebSocket[] = []
  const lostSince = new Map<number, number>()
  let isWorking = true

  function connect(index: number): void {
    if (!isWorking) return
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie: cookies[index % cookies.length], origin: url },
      perMessageDeflate: false,
    })
    sockets[index] = socket
    socket.on('open', () => end(index))
    socket.on('message', (data: Buffer) => {
      if (data.includes('"raceStart"')) startsHeardAtMs.push(performance.now())
    })
    // Followed by a close.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!isWorking) return
      const since = lostSince.get(index) ?? performance.now()
      lostSince.set(index, since)
      setTimeout(connect, RECONNECT_AFTER_MS, index)
    })
  }

  function end(index: number): void {
    const since = lostSince.get(index)
    if (since !== undefined) absencesMs.push(performance.now() - since)
    lostSince.delete(index)
  }

  const away = () =>
    sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
  for (let index = 0; index < count; index += 1) {
    connect(index)
    const isLastOfWave = index % WAVE === WAVE - 1 || index === count - 1
    if (isLastOfWave) await waitUntil(() => away() === 0, OPEN_WITHIN_MS)
  }
  return {
    count,
    absencesMs,
    /** When each socket received the start of a race. */
    startsHeardAtMs,
    /** @returns the number without a connection */
    close(): number {
      isWorking = false
      for (const index of lostSince.keys()) end(index)
      const lost = away()
      for (const socket of sockets) socket.close()
      return lost
    },
  }
}

/** Waits until the next race starts on all sockets. */
export async function hearStart(
  { count, startsHeardAtMs }: PlayerSockets,
  database: Pool,
): Promise<{ spreadMs: number; missed: number }> {
  await raceWhere(database, ({ status }) => status === 'open')
  startsHeardAtMs.length = 0
  await raceWhere(database, ({ status }) => status === 'running')
  await waitUntil(() => startsHeardAtMs.length >= count, START_WITHIN_MS)
  const [first = 0, ...later] = startsHeardAtMs
  return {
    spreadMs: (later.at(-1) ?? first) - first,
    missed: count - startsHeardAtMs.length,
  }
}
