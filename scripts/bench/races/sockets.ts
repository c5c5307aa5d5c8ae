import { setTimeout as sleep } from 'node:timers/promises'
import {
  asItIs,
  atMost,
  type Measure,
  none,
  rounded,
} from '../../cli/measures.ts'
import { residentMb } from '../../process/system-processes.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { type RaceSite, raceWhere } from './race-site.ts'
import { RawSocket } from './raw-socket.ts'

const READERS = 5_000
const SLEEPERS = 50
const WAVE = 50
const STARTS = 2
const SPREAD_BAR_MS = 250
const MEMORY_BAR_KB = 40
const KB_PER_MB = 1_024
const SETTLE_MS = 2_000
const HEARD_WITHIN_MS = 10_000
/** Twice the time between two pings, and some for the browser that answers. */
const DROPPED_WITHIN_MS = 70_000

/** Thousands of browsers on one process during races, some of them asleep. */
export async function socketRows(site: RaceSite): Promise<Measure[]> {
  const { pid } = site.api.process
  await sleep(SETTLE_MS)
  const crowd = new Crowd()
  const beforeMb = residentMb(pid)
  const readers = await crowd.open(site, READERS)
  // Whatever else the process grew by meanwhile is counted to them as well.
  const heldMb = residentMb(pid)
  const asleep = await sleepers(site)
  const asleepSince = performance.now()
  const spreads: number[] = []
  let missed = 0
  for (let start = 0; start < STARTS; start += 1) {
    const { missing, spreadMs } = await crowd.nextStart(site)
    spreads.push(spreadMs)
    missed += missing
  }
  const isDroppedAt = asleepSince + DROPPED_WITHIN_MS
  await sleep(Math.max(0, isDroppedAt - performance.now()))
  const kept = await stillOpen(asleep)
  for (const socket of [...readers, ...asleep]) socket.close()
  return [
    atMost(SPREAD_BAR_MS, {
      name: 'sockets',
      value: Math.round(Math.max(...spreads)),
      unit: `ms from the first raceStart to the last of ${READERS}`,
    }),
    none('sockets_missed_starts', missed, 'starts'),
    atMost(MEMORY_BAR_KB, {
      name: 'sockets_memory',
      value: rounded(((heldMb - beforeMb) * KB_PER_MB) / READERS, 1),
      unit: 'kB a socket',
    }),
    // Its heap had room before, which the growth does not show.
    asItIs({
      name: 'sockets_held_memory',
      value: Math.round(heldMb),
      unit: `MB of the process with ${READERS} sockets`,
    }),
    none('sockets_asleep_kept', kept, `of ${SLEEPERS}`),
  ]
}

/** Sockets that read, and when each of them was told last that a race starts. */
class Crowd {
  #heardAtMs: number[] = []

  async open(site: RaceSite, count: number): Promise<RawSocket[]> {
    return opened(site, count, (text) => {
      if (text.includes('"raceStart"')) this.#heardAtMs.push(performance.now())
    })
  }

  /** Waits until a race starts and all have heard of it. */
  async nextStart(site: RaceSite) {
    await raceWhere(site, ({ status }) => status === 'open')
    this.#heardAtMs = []
    await raceWhere(site, ({ status }) => status === 'running')
    await waitUntil(() => this.#heardAtMs.length === READERS, HEARD_WITHIN_MS)
    const heard = this.#heardAtMs
    const spreadMs = (heard.at(-1) ?? Number.NaN) - (heard[0] ?? Number.NaN)
    return { missing: READERS - heard.length, spreadMs }
  }
}

async function sleepers(site: RaceSite): Promise<RawSocket[]> {
  const sockets = await opened(site, SLEEPERS, () => undefined)
  for (const socket of sockets) socket.sleep()
  return sockets
}

/** How many of those who read nothing the process still holds. */
async function stillOpen(asleep: readonly RawSocket[]): Promise<number> {
  let kept = asleep.length
  for (const socket of asleep) {
    void socket.ended().then(() => {
      kept -= 1
    })
  }
  await sleep(SETTLE_MS)
  return kept
}

async function opened(
  { api: { url }, cookies }: RaceSite,
  count: number,
  onText: (text: Buffer) => void,
): Promise<RawSocket[]> {
  const sockets: RawSocket[] = []
  while (sockets.length < count) {
    const wave = Array.from(
      { length: Math.min(WAVE, count - sockets.length) },
      (_, index) => {
        const player = (sockets.length + index) % cookies.length
        const cookie = cookies[player] ?? ''
        return RawSocket.open({ url, cookie }, onText)
      },
    )
    sockets.push(...(await Promise.all(wave)))
  }
  return sockets
}
