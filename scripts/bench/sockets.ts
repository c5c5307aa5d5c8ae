import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { atMost, type Measure, none, withoutBar } from '../cli/measures.ts'
import { type RaceSite, raceWhere } from '../load/present-race.ts'
import { residentMb } from '../process/system-processes.ts'
import { waitUntil } from '../process/wait-until.ts'

const READERS = 5_000
const SLEEPERS = 50
const WAVE = 50
const STARTS = 2
const KB_PER_MB = 1_024
const SETTLE_MS = 2_000
const RECEIVED_WITHIN_MS = 10_000
/** Twice the interval of pings, plus a margin. */
const DROPPED_WITHIN_MS = 70_000

/** Measures thousands of sockets during races, some of which stop reading. */
export async function socketRows(site: RaceSite): Promise<Measure[]> {
  const { pid } = site.api.process
  await sleep(SETTLE_MS)
  const beforeMb = residentMb(pid)
  let receivedAtMs: number[] = []
  const readers = await openSockets(site, READERS, (socket) =>
    socket.on('message', (data: Buffer) => {
      if (data.includes('"raceStart"')) receivedAtMs.push(performance.now())
    }),
  )
  // Includes all other growth of the process.
  const heldMb = residentMb(pid)
  const asleep = await openSockets(site, SLEEPERS, (socket) =>
    // As a suspended browser.
    socket.on('open', () => socket.pause()),
  )
  const dropped = sleep(DROPPED_WITHIN_MS)
  let spreadMs = 0
  let missed = 0
  for (let start = 0; start < STARTS; start += 1) {
    await raceWhere(site.database, ({ status }) => status === 'open')
    receivedAtMs = []
    await raceWhere(site.database, ({ status }) => status === 'running')
    await waitUntil(() => receivedAtMs.length === READERS, RECEIVED_WITHIN_MS)
    const [first = 0, ...later] = receivedAtMs
    spreadMs = Math.max(spreadMs, (later.at(-1) ?? first) - first)
    missed += READERS - receivedAtMs.length
  }
  await dropped
  for (const socket of asleep) socket.resume()
  await sleep(SETTLE_MS)
  const kept = asleep.filter((one) => one.readyState === WebSocket.OPEN).length
  for (const socket of [...readers, ...asleep]) socket.terminate()
  const memoryKb = ((heldMb - beforeMb) * KB_PER_MB) / READERS
  return [
    atMost(
      'sockets',
      spreadMs,
      `ms from the first raceStart to the last of ${READERS}`,
      250,
    ),
    none('sockets_missed_starts', missed, 'starts'),
    atMost('sockets_memory', memoryKb, 'kB a socket', 40),
    // Growth misses memory that the heap had reserved before.
    withoutBar(
      'sockets_held_memory',
      heldMb,
      `MB of the process with ${READERS} sockets`,
    ),
    none('sockets_asleep_kept', kept, `of ${SLEEPERS}`),
  ]
}

/** @throws if the API refuses one */
async function openSockets(
  { api, cookies }: RaceSite,
  count: number,
  prepare: (socket: WebSocket) => unknown,
): Promise<WebSocket[]> {
  const { host, origin } = new URL(api.url)
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const wave = Array.from({ length: WAVE }, (_, index) => {
      const cookie = cookies[(sockets.length + index) % cookies.length]
      return new WebSocket(`ws://${host}/ws`, {
        origin,
        headers: { cookie },
        perMessageDeflate: false,
      })
    })
    wave.forEach(prepare)
    await Promise.all(wave.map((socket) => once(socket, 'open')))
    // The API closes some.
    for (const socket of wave) socket.on('error', () => undefined)
    sockets.push(...wave)
  }
  return sockets
}
