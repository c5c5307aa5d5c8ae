import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { atMost, type Measure, none, withoutBar } from '../cli/measures.ts'
import { hearStart, openPlayerSockets } from '../load/player-sockets.ts'
import type { RaceSite } from '../load/present-race.ts'
import { residentMb } from '../process/system-processes.ts'

const READERS = 5_000
const SLEEPERS = 50
const STARTS = 2
const KB_PER_MB = 1_024
const SETTLE_MS = 2_000
/** Twice the interval of pings, plus a margin. */
const DROPPED_WITHIN_MS = 70_000

/** Measures thousands of sockets during races, some of which stop reading. */
export async function socketRows(site: RaceSite): Promise<Measure[]> {
  const { api, cookies, database } = site
  const { pid } = api.process
  await sleep(SETTLE_MS)
  const beforeMb = residentMb(pid)
  const readers = await openPlayerSockets(api.url, cookies, READERS)
  // Includes all other growth of the process.
  const heldMb = residentMb(pid)
  const asleep = await openSleepers(site)
  const dropped = sleep(DROPPED_WITHIN_MS)
  let spreadMs = 0
  let missed = 0
  for (let start = 0; start < STARTS; start += 1) {
    const heard = await hearStart(readers, database)
    spreadMs = Math.max(spreadMs, heard.spreadMs)
    missed += heard.missed
  }
  await dropped
  for (const socket of asleep) socket.resume()
  await sleep(SETTLE_MS)
  const kept = asleep.filter((one) => one.readyState === WebSocket.OPEN).length
  readers.close()
  for (const socket of asleep) socket.terminate()
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

/** Opens sockets that read nothing, as suspended browsers. @throws if the API refuses one */
async function openSleepers({ api, cookies }: RaceSite): Promise<WebSocket[]> {
  const { host, origin } = new URL(api.url)
  const sockets = cookies
    .slice(0, SLEEPERS)
    .map(
      (cookie) =>
        new WebSocket(`ws://${host}/ws`, { origin, headers: { cookie } }),
    )
  for (const socket of sockets) socket.on('open', () => socket.pause())
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  // The API closes them.
  for (const socket of sockets) socket.on('error', () => undefined)
  return sockets
}
