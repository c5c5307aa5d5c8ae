import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  asItIs,
  atMost,
  type Measure,
  none,
  rounded,
} from '../../cli/measures.ts'
import { requestText, upgradeRequest } from '../../load/raw-http.ts'
import { residentMb } from '../../process/system-processes.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { type RaceSite, raceWhere } from './burst.ts'

const READERS = 5_000
const SLEEPERS = 50
const WAVE = 50
const STARTS = 2
const SPREAD_BAR_MS = 250
const MEMORY_BAR_KB = 40
const KB_PER_MB = 1_024
const SETTLE_MS = 2_000
const HEARD_WITHIN_MS = 10_000
/** Twice the interval of pings, plus a margin. */
const DROPPED_WITHIN_MS = 70_000

/** Measures thousands of sockets during races, some of which stop reading. */
export async function socketRows(site: RaceSite): Promise<Measure[]> {
  const { pid } = site.api.process
  await sleep(SETTLE_MS)
  const crowd = new Crowd()
  const beforeMb = residentMb(pid)
  const readers = await crowd.open(site, READERS)
  // Includes all other growth of the process.
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
    // Growth misses memory that the heap had reserved before.
    asItIs({
      name: 'sockets_held_memory',
      value: Math.round(heldMb),
      unit: `MB of the process with ${READERS} sockets`,
    }),
    none('sockets_asleep_kept', kept, `of ${SLEEPERS}`),
  ]
}

/** Sockets that record when a race started. */
class Crowd {
  #heardAtMs: number[] = []

  async open(site: RaceSite, count: number): Promise<RawSocket[]> {
    return opened(site, count, (text) => {
      if (text.includes('"raceStart"')) this.#heardAtMs.push(performance.now())
    })
  }

  /** Waits until a race starts and all sockets got the message. */
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

/** Counts the open sockets among those that stopped reading. */
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

const HEAD_END = '\r\n\r\n'
const SWITCHED = 'HTTP/1.1 101'
const OPCODE = { text: 0x1, ping: 0x9 }
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
/** Longer payloads have a length of two bytes; those of eight do not occur. */
const LENGTH_IN_TWO_BYTES = 126

/** A cheap WebSocket client: answers pings and passes on texts without checks. */
class RawSocket {
  readonly #socket: Socket
  readonly #onText: (text: Buffer) => void
  #unread: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket, onText: (text: Buffer) => void) {
    this.#socket = socket
    this.#onText = onText
  }

  /** @throws if the server refuses the upgrade */
  static async open(
    { cookie, url }: { url: string; cookie: string },
    onText: (text: Buffer) => void,
  ): Promise<RawSocket> {
    const { host, origin, hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const opened = new RawSocket(socket, onText)
    socket.write(requestText(upgradeRequest('/ws', { cookie, host, origin })))
    await opened.#switched()
    return opened
  }

  /** Stops reading, as a suspended browser. */
  sleep(): void {
    this.#socket.pause()
  }

  /** Reads the rest, and resolves when the connection is closed. */
  async ended(): Promise<void> {
    if (this.#socket.destroyed) return
    const closed = new Promise<void>((resolve) =>
      this.#socket.once('close', () => resolve()),
    )
    this.#socket.resume()
    await closed
  }

  close(): void {
    this.#socket.destroy()
  }

  async #switched(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.on('error', reject).once('close', () => {
        reject(new Error('The socket was refused'))
      })
      this.#socket.once('data', (data: Buffer) => {
        const end = data.indexOf(HEAD_END)
        const isOpen = data.toString('latin1').startsWith(SWITCHED)
        if (!isOpen || end < 0) return reject(new Error(data.toString()))
        this.#socket.on('data', (more: Buffer) => this.#read(more))
        this.#read(data.subarray(end + HEAD_END.length))
        resolve()
      })
    })
  }

  #read(data: Buffer): void {
    let rest =
      this.#unread.length > 0 ? Buffer.concat([this.#unread, data]) : data
    for (let frame = frameIn(rest); frame; frame = frameIn(rest)) {
      if (frame.opcode === OPCODE.ping) this.#socket.write(PONG)
      if (frame.opcode === OPCODE.text) this.#onText(frame.payload)
      rest = rest.subarray(frame.end)
    }
    this.#unread = rest
  }
}

function frameIn(data: Buffer) {
  if (data.length < 4) return shortFrameIn(data)
  const first = data.readUInt8(1)
  const isLong = first === LENGTH_IN_TWO_BYTES
  const start = isLong ? 4 : 2
  const end = start + (isLong ? data.readUInt16BE(2) : first)
  if (data.length < end) return undefined
  const opcode = data.readUInt8(0) & 0x0f
  return { opcode, payload: data.subarray(start, end), end }
}

/** Parses a frame of two or three bytes: a ping without payload. */
function shortFrameIn(data: Buffer) {
  if (data.length < 2 || data.readUInt8(1) !== 0) return undefined
  const opcode = data.readUInt8(0) & 0x0f
  return { opcode, payload: Buffer.alloc(0), end: 2 }
}
