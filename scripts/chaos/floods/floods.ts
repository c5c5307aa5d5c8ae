import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { assert } from '#core/assert.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import {
  atMost,
  type Measure,
  none,
  percentile,
  rounded,
  withoutBar,
} from '../../cli/measures.ts'
import { HttpClient } from '../../load/http-client.ts'
import {
  identifyProcess,
  openDescriptors,
  residentMb,
} from '../../process/system-processes.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { onStage, type Stage, type StageProcess } from '../../product/stage.ts'
import { judgeBets, type Series, STORED_ROUNDS } from '../judge.ts'
import {
  type AttackName,
  attacks,
  LARGE_FILE,
  LOGINS,
  RIGHT_LOGIN,
  wrongRequests,
} from './attacks.ts'
import { Bystanders, type Timings } from './bystanders.ts'

/** All floods; none except on Linux, whose /proc and loopback they need. */
export const FLOODS = (Object.keys(attacks) as AttackName[])
  .filter(() => process.platform === 'linux')
  .map((name) => ({ name }))

const WORKER = new URL('./attack-worker.ts', import.meta.url)
const PLAYERS = 16
const WARM_UP_MS = 2_000
const QUIET_MS = 4_000
/** Long enough to measure the effects of a short attack. */
const FLOOD_MS_LEAST = 3_000
const SAMPLE_EVERY_MS = 50
/** Ends a flood, to protect the machine. */
const LIMIT_MB = 1_500
const LARGE_FILE_BYTES = 8_000_000
const PAGE = '<!doctype html><title>A page of the site</title>'

/** Runs attacks one after the other, each against a new API process. */
export function injectFloods(
  floods: readonly { name: AttackName }[],
  series: Series,
): Promise<Measure[]> {
  return onStage(async (stage) => {
    const WEB_DIR = makeWebFolder(stage.directory)
    stage.env = { ...stage.env, LOG_LEVEL: 'info', WEB_DIR }
    const rows: Measure[] = []
    for (const { name } of floods) {
      console.log(`Injecting ${name} ...`)
      rows.push(...(await injectFlood(stage, name, series)))
    }
    return rows
  })
}

/** Creates a WEB_DIR without a build. */
function makeWebFolder(parent: string): string {
  const folder = join(parent, 'web')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, LARGE_FILE), Buffer.alloc(LARGE_FILE_BYTES))
  return folder
}

async function injectFlood(
  stage: Stage,
  name: AttackName,
  { seed, backWithin }: Series,
): Promise<Measure[]> {
  const [cookie, ...cookies] = await enrollPlayers(stage.env, PLAYERS + 1)
  assert(cookie !== undefined, 'has the attacker')
  const api = await stage.startApi()
  const port = Number(new URL(api.url).port)
  const bystanders = new Bystanders(api.url, seededRandom(`${seed}:${name}`))
  bystanders.start(cookies)
  const target = { port, cookie }
  // Started before measurements.
  const worker = new Worker(WORKER, { workerData: { name, target } })
  const answered = once(worker, 'message')
  const tallied = Promise.race([answered, once(worker, 'exit')])
  // Reported when awaited.
  answered.catch(() => undefined)
  tallied.catch(() => undefined)
  await sleep(WARM_UP_MS)
  bystanders.takeTimings()
  await sleep(QUIET_MS)
  const quiet = bystanders.takeTimings()
  const { pid } = api.process
  const descriptorsBefore = openDescriptors(pid)
  const beforeMb = residentMb(pid)
  let growthMb = 0
  const sampler = setInterval(() => {
    growthMb = Math.max(growthMb, residentMb(pid) - beforeMb)
    if (growthMb >= LIMIT_MB) void worker.terminate()
  }, SAMPLE_EVERY_MS)
  try {
    worker.postMessage('attack')
    const [[tally]] = await Promise.all([tallied, sleep(FLOOD_MS_LEAST)])
    console.log("  The attacker's answers:", tally)
    const hasCrashed = !identifyProcess(pid)
    if (hasCrashed) api.process = (await stage.startApi(port)).process
    await bystanders.stop()
    const flooded = bystanders.takeTimings()
    const { bettors, refusals } = bystanders
    for (const refusal of new Set(refusals)) console.log(`  ${refusal}`)
    const after = { api, cookie, tally, descriptorsBefore, backWithin }
    return [
      ...delayRows(name, backWithin, { quiet, flooded }),
      none(`${name}_refusals`, refusals.length + bettors.repeatedTries),
      ...(await judgeBets(name, stage.database, bettors, STORED_ROUNDS)),
      none(`${name}_crashes`, Number(hasCrashed)),
      atMost(`${name}_memory_growth`, growthMb, 'MB', 300),
      ...((await claims[name]?.(after)) ?? []),
      ...(await stopRows(name, api)),
    ]
  } finally {
    clearInterval(sampler)
    // Closes all connections.
    await worker.terminate()
    // After a failure they still play.
    bystanders.stop().catch(() => undefined)
  }
}

/** Factor of the usual duration, unless both are short. */
const TIMES_QUIET = 3
/**
 * Always allowed, per second that service may be away: 250 ms for 10 s. Requests
 * wait that long on two cores that also run the attacker, players and PostgreSQL.
 */
const UNNOTICED_MS_PER_SECOND = 25

/** Compares how long others waited with and without the flood. */
function delayRows(
  flood: string,
  backWithin: number,
  { quiet, flooded }: Record<'quiet' | 'flooded', Timings>,
): Measure[] {
  return (['bets', 'reads', 'visits'] as const).flatMap((kind) => {
    const name = `${flood}_${kind}`
    const [usual, waited] = [quiet[kind], flooded[kind]]
    const least = UNNOTICED_MS_PER_SECOND * backWithin
    const bar = Math.max(TIMES_QUIET * percentile(usual, 99), least)
    return [
      withoutBar(`${name}_quiet`, percentile(usual, 99), getUnit(usual)),
      atMost(name, percentile(waited, 99), getUnit(waited), bar),
    ]
  })
}

function getUnit(durationsMs: readonly number[]): string {
  const median = rounded(percentile(durationsMs, 50))
  return `ms p99 (p50 ${median}, of ${durationsMs.length})`
}

const ANSWER_WITHIN_MS = 60_000
/** Connection pools may grow. */
const MORE_DESCRIPTORS_MAX = 50

/** The API after a flood, while the attacker's connections are open. */
type Flooded = {
  api: StageProcess
  cookie: string
  /** Numbers of answers by status or other end of a request. */
  tally: Readonly<Record<string, number>> | undefined
  descriptorsBefore: number
  backWithin: number
}

/** Rows of single floods. */
const claims: Partial<
  Record<AttackName, (flooded: Flooded) => Promise<Measure[]>>
> = {
  async flood_errors({ api, cookie }) {
    const client = new HttpClient({ keepAlive: false })
    const sizes: number[] = []
    for (const { path, ...request } of wrongRequests(cookie)) {
      const headers = { ...request.headers, 'content-type': 'application/json' }
      const message = { ...request, headers, withinMs: ANSWER_WITHIN_MS }
      const { text } = await client.send(`${api.url}${path}`, message)
      sizes.push(Buffer.byteLength(text))
    }
    const name = 'flood_errors_largest_answer'
    const value = Math.max(...sizes) / 1_000
    return [atMost(name, value, 'kB', 4)]
  },
  async flood_upgrades({ api, descriptorsBefore, backWithin }) {
    const more = () => openDescriptors(api.process.pid) - descriptorsBefore
    const areClosed = () => more() <= MORE_DESCRIPTORS_MAX
    await waitUntil(areClosed, backWithin * 1_000)
    const name = 'flood_upgrades_descriptors_left'
    return [atMost(name, more(), 'more than before', MORE_DESCRIPTORS_MAX)]
  },
  async flood_registrations({ tally }) {
    const refused = LOGINS - (tally?.[RIGHT_LOGIN] ?? 0)
    const name = 'flood_registrations_logins_refused'
    return [none(name, refused, `of ${LOGINS}`)]
  },
}

/** Stops the API by SIGTERM while clients are connected. */
async function stopRows(
  flood: string,
  { process: api }: StageProcess,
): Promise<Measure[]> {
  const startedAt = performance.now()
  await api.stop()
  const seconds = (performance.now() - startedAt) / 1_000
  const hasStopped = readFileSync(api.logFile, 'utf8').includes('"api.stopped"')
  return [
    atMost(`${flood}_stopped_within`, seconds, 's', 10),
    none(`${flood}_stopped_by_force`, Number(!hasStopped)),
  ]
}
