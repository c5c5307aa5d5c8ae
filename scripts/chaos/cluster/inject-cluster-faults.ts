import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import * as z from 'zod'
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
import { type Cluster, openCluster } from '../../cluster/cluster.ts'
import { Bettors, playRound } from '../../load/bettors.ts'
import {
  hearStart,
  openPlayerSockets,
  type PlayerSockets,
} from '../../load/player-sockets.ts'
import { freePort } from '../../process/ports.ts'
import { residentMb } from '../../process/system-processes.ts'
import { onEmptyStage } from '../../product/stage.ts'
import { createJournal } from '../bets/journal.ts'
import { judgeLedBets } from '../bets/leader-faults.ts'
import { RACES } from '../bets/races.ts'
import { SPORTS } from '../bets/sports.ts'
import { countRows, judgeBets, type Series, STORED_ROUNDS } from '../judge.ts'
import type { ClusterFault } from './cluster-faults.ts'

const PLAYERS = 32
/** Players of each kind of events. */
const EVENT_PLAYERS = 8
/** Players of thousands of WebSockets, of which the API allows each 50. */
const WATCHERS = 125
/** Undisturbed bets before each strike and after it. */
const PAUSE_MS = 2_000
const KB_PER_MB = 1_024

/** Bets of all faults on what one process settles; judged when it is over. */
type EventBets = {
  bets: typeof RACES
  cookies: string[]
  accepted: unknown[]
  surprises: string[]
}

type Place = {
  cluster: Cluster
  cookies: readonly string[]
  watchers: readonly string[]
  events: readonly EventBets[]
  database: Pool
  logDir: string
}

const acquired = z.object({ lease: z.string(), epoch: z.int() })

/** Injects faults one after the other into one cluster while players bet. */
export function injectClusterFaults(
  faults: readonly ClusterFault[],
  series: Series,
): Promise<Measure[]> {
  return onEmptyStage(async (stage) => {
    const { directory, runner } = stage
    const logDir = join(directory, 'logs')
    const cluster = await openCluster(
      {
        directory,
        host: '127.0.0.1',
        port: await freePort(),
        password: 'of a cluster for one hour',
      },
      runner,
    )
    const { apiEnv, apis, urls } = cluster
    await cluster.startDatabase()
    for (const { prepare } of [RACES, SPORTS]) await prepare(stage)
    Object.assign(apiEnv, {
      ...stage.env,
      ...apiEnv,
      // Logs which leases a process has.
      LOG_LEVEL: 'info',
      PUBLIC_URL: urls.players,
      SOCKETS_PER_NETWORK: '9000',
    })
    const enroll = (count: number) => enrollPlayers(apiEnv, count)
    const cookies = await enroll(PLAYERS)
    const hasCrowd = faults.some(({ sockets }) => sockets !== undefined)
    const watchers = hasCrowd ? await enroll(WATCHERS) : cookies
    const events: EventBets[] = []
    for (const bets of [RACES, SPORTS]) {
      const cookies = await enroll(EVENT_PLAYERS)
      events.push({ bets, cookies, accepted: [], surprises: [] })
    }
    const database = new Pool({ connectionString: urls.direct, max: 2 })
      // Ended with the primary.
      .on('error', () => undefined)
    await createJournal(database)
    await Promise.all(apis.map(({ start }) => start()))
    const on = { cluster, cookies, watchers, events, database, logDir }
    const rows: Measure[] = []
    try {
      for (const fault of faults) {
        const times = Math.min(fault.times, series.times)
        console.log(`Injecting ${fault.name}, ${times} times ...`)
        const all = { ...series, times }
        rows.push(...(await injectClusterFault(fault, all, on)))
      }
      for (const { bets, ...bettors } of events) {
        const name = `cluster_${bets.lease}`
        const judged = await judgeLedBets(name, { bets, database, bettors })
        rows.push(...judged)
      }
      return rows
    } finally {
      await database.end()
    }
  })
}

async function injectClusterFault(
  fault: ClusterFault,
  { seed, times }: Series,
  place: Place,
): Promise<Measure[]> {
  const { name, strike, waitMax, retriesMax, sockets: count } = fault
  const { cluster, cookies, watchers, events, database, logDir } = place
  const url = cluster.urls.players
  const waitsMs: number[] = []
  const options = {
    urls: [url],
    random: seededRandom(`${seed}:${name}`),
    afterAnswer: async (_: string, durationMs: number) =>
      void waitsMs.push(durationMs),
  }
  // Memory left by earlier faults would hide that of the sockets.
  if (count) await cluster.restartApis()
  const usedMb = memoryMb(cluster)
  const sockets = await openPlayerSockets(
    url,
    count ? watchers : cookies,
    count,
  )
  const ofSockets = count
    ? await judgeStarts(name, { sockets, database, cluster, usedMb })
    : []
  const bettors = new Bettors({ ...options, play: playRound })
  bettors.start(cookies)
  const onEvents = events.map((event) => {
    const play = event.bets.playOn([url])
    const own = new Bettors({ ...options, play, areOnEvents: true })
    own.start(event.cookies)
    return { event, own }
  })
  await sleep(PAUSE_MS)
  const usualMs = percentile(waitsMs, 99)
  for (let time = 0; time < times; time += 1) {
    await strike(cluster, bettors)
    await bettors.untilNextAnswer()
    await sleep(PAUSE_MS)
  }
  // Includes the longest wait: it ends when every bet is answered.
  await bettors.stop()
  let { repeatedTries } = bettors
  for (const { event, own } of onEvents) {
    await own.stop()
    event.accepted.push(...own.accepted)
    event.surprises.push(...own.surprises)
    repeatedTries += own.repeatedTries
  }
  const lostSockets = sockets.close()
  const socketsAwayMs = Math.max(0, ...sockets.absencesMs)
  const longest = rounded(Math.max(...waitsMs) / 1_000)
  const retries = `${name}_repeated_tries`
  return [
    ...(await judgeBets(name, database, bettors, STORED_ROUNDS)),
    none(`${name}_lost_terms`, await lostTerms(database, logDir)),
    withoutBar(`${name}_usual_wait`, rounded(usualMs), 'ms p99'),
    atMost(`${name}_longest_wait`, longest, 's', waitMax),
    none(`${name}_lost_sockets`, lostSockets),
    atMost(
      `${name}_sockets_back_within`,
      rounded(socketsAwayMs / 1_000),
      's',
      waitMax,
    ),
    ...ofSockets,
    retriesMax === undefined
      ? withoutBar(retries, repeatedTries, 'requests')
      : atMost(retries, repeatedTries, 'requests', retriesMax),
  ]
}

/** Measures the next start of a race, which all sockets must hear. */
async function judgeStarts(
  name: string,
  on: {
    sockets: PlayerSockets
    database: Pool
    cluster: Cluster
    /** Memory of the API processes without the sockets. */
    usedMb: number
  },
): Promise<Measure[]> {
  const { sockets, database, cluster, usedMb } = on
  const { count } = sockets
  await sleep(PAUSE_MS)
  const memoryKb = ((memoryMb(cluster) - usedMb) * KB_PER_MB) / count
  const { missed, spreadMs } = await hearStart(sockets, database)
  const unit = `ms from the first raceStart to the last of ${count}`
  return [
    atMost(`${name}_spread`, spreadMs, unit, 500),
    none(`${name}_missed_starts`, missed),
    atMost(`${name}_memory`, rounded(memoryKb, 1), 'kB a socket', 40),
  ]
}

/** Returns the memory of all API processes. */
function memoryMb({ apis }: Cluster): number {
  return apis
    .flatMap(({ pids }) => pids())
    .reduce((sum, pid) => sum + residentMb(pid), 0)
}

/** Counts terms that two processes had, or that the database forgot. */
async function lostTerms(database: Pool, logDir: string): Promise<number> {
  const logs = readdirSync(logDir).filter((name) => /^api-\d\./.test(name))
  const terms = logs
    .flatMap((name) => readFileSync(join(logDir, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"msg":"lease.acquired"'))
    .map((line) => acquired.parse(JSON.parse(line)))
  assert(terms.length > 0, 'processes lead what one of them does')
  const distinct = new Set(terms.map(({ lease, epoch }) => `${lease} ${epoch}`))
  const forgotten = await countRows(
    database,
    `SELECT count(*) FROM jsonb_to_recordset($1) AS term(lease text, epoch int)
     JOIN leases ON name = lease AND leases.epoch < term.epoch`,
    [JSON.stringify(terms)],
  )
  return terms.length - distinct.size + forgotten
}
