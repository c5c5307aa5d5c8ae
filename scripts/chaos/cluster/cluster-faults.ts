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
import type { ClusterPart } from '../../cluster/cluster-part.ts'
import { Bettors, playRound } from '../../load/bettors.ts'
import { openPlayerSockets } from '../../load/player-sockets.ts'
import { freePort } from '../../process/ports.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { onEmptyStage } from '../../product/stage.ts'
import { countRows, judgeBets, type Series, STORED_ROUNDS } from '../judge.ts'

const PLAYERS = 32
/** Undisturbed bets before each strike and after it. */
const PAUSE_MS = 2_000
/** Time until a part that is killed comes back. */
const AWAY_MS = 4_000
/** Longest copy of a former primary. */
const HEALED_WITHIN_MS = 60_000

/** Breaks parts of a cluster; they run again when `strike` resolves. */
type ClusterFault = {
  name: string
  times: number
  strike: (
    cluster: Cluster,
    bets: Pick<Bettors, 'accepted' | 'surprises'>,
  ) => Promise<void>
  /** Longest time that a player may wait for an answer, in seconds. */
  waitMax: number
  /** Bets that may need another try of the player's browser; all by default. */
  retriesMax?: number
}

export const CLUSTER_FAULTS: ClusterFault[] = [
  {
    name: 'cluster_primary_kill',
    times: 3,
    waitMax: 12,
    async strike(cluster) {
      const primary = await cluster.primary()
      await primary.kill()
      const next = await cluster.primary()
      console.log(`  ${primary.name} was killed, ${next.name} leads`)
      await sleep(AWAY_MS)
      await primary.start()
      // Two failures at once may leave no standby that has every commit.
      assert(
        await waitUntil(primary.isStandby, HEALED_WITHIN_MS),
        'a former primary follows the next one',
      )
    },
  },
  {
    name: 'cluster_standbys_away',
    times: 1,
    waitMax: 30,
    async strike(cluster, { accepted, surprises }) {
      const primary = await cluster.primary()
      const standbys = cluster.nodes.filter((node) => node !== primary)
      await Promise.all(standbys.map(({ kill }) => kill()))
      // Answers under way may still arrive.
      await sleep(1_000)
      const { length } = accepted
      await sleep(AWAY_MS)
      const answered = accepted.length - length
      if (answered > 0) surprises.push(`${answered} bets are on one disk only`)
      await Promise.all(standbys.map(({ start }) => start()))
    },
  },
  {
    name: 'cluster_api_kill',
    times: 3,
    waitMax: 3,
    strike: ({ apis: [api] }) => away(api),
  },
  {
    name: 'cluster_nats_away',
    times: 1,
    waitMax: 3,
    strike: ({ nats }) => away(nats),
  },
  {
    name: 'cluster_pgbouncer_away',
    times: 1,
    waitMax: 10,
    strike: ({ pgbouncer }) => away(pgbouncer),
  },
  {
    name: 'cluster_etcd_away',
    times: 1,
    waitMax: 3,
    // Longer than the primary's key lives.
    strike: ({ etcd }) => away(etcd, 12_000),
  },
  {
    name: 'cluster_rolling_restart',
    times: 1,
    waitMax: 3,
    retriesMax: 0,
    async strike({ apis }) {
      for (const api of apis) {
        await api.stop()
        await api.start()
      }
    },
  },
]

type Place = {
  cluster: Cluster
  cookies: readonly string[]
  database: Pool
  logDir: string
}

const acquired = z.object({ lease: z.string(), epoch: z.int() })

async function away(part: ClusterPart | undefined, awayMs = AWAY_MS) {
  await part?.kill()
  await sleep(awayMs)
  await part?.start()
}

/** Injects faults one after the other into one cluster while players bet. */
export function injectClusterFaults(
  faults: readonly ClusterFault[],
  series: Series,
): Promise<Measure[]> {
  return onEmptyStage(async (stage) => {
    const { directory, env, runner } = stage
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
    // Logs which leases a process has.
    const more = { LOG_LEVEL: 'info', PUBLIC_URL: urls.players }
    Object.assign(apiEnv, { ...env, ...apiEnv, ...more })
    await cluster.startDatabase()
    const cookies = await enrollPlayers(apiEnv, PLAYERS)
    await Promise.all(apis.map(({ start }) => start()))
    const database = new Pool({ connectionString: urls.direct, max: 2 })
      // Ended with the primary.
      .on('error', () => undefined)
    const rows: Measure[] = []
    try {
      for (const fault of faults) {
        const times = Math.min(fault.times, series.times)
        console.log(`Injecting ${fault.name}, ${times} times ...`)
        const all = { ...series, times }
        const on = { cluster, cookies, database, logDir }
        rows.push(...(await injectClusterFault(fault, all, on)))
      }
      return rows
    } finally {
      await database.end()
    }
  })
}

async function injectClusterFault(
  { name, strike, waitMax, retriesMax }: ClusterFault,
  { seed, times }: Series,
  { cluster, cookies, database, logDir }: Place,
): Promise<Measure[]> {
  const waitsMs: number[] = []
  const bettors = new Bettors({
    urls: [cluster.urls.players],
    random: seededRandom(`${seed}:${name}`),
    play: playRound,
    afterMove: async (_, durationMs) => void waitsMs.push(durationMs),
  })
  bettors.start(cookies)
  const sockets = openPlayerSockets(cluster.urls.players, cookies)
  await sleep(PAUSE_MS)
  const usualMs = percentile(waitsMs, 99)
  for (let time = 0; time < times; time += 1) {
    await strike(cluster, bettors)
    await bettors.untilNextAnswer()
    await sleep(PAUSE_MS)
  }
  // Includes the longest wait: it ends when every bet is answered.
  await bettors.stop()
  const lostSockets = sockets.close()
  const socketsAwayMs = Math.max(0, ...sockets.absencesMs)
  const longest = rounded(Math.max(...waitsMs) / 1_000)
  const { repeatedTries } = bettors
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
    retriesMax === undefined
      ? withoutBar(retries, repeatedTries, 'requests')
      : atMost(retries, repeatedTries, 'requests', retriesMax),
  ]
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
