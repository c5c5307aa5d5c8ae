import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { assert } from '#core/assert.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import type { ClusterPart } from '../../cluster/cluster-part.ts'
import type { Bettors } from '../../load/bettors.ts'
import { waitUntil } from '../../process/wait-until.ts'

/** Time until a part that is killed comes back. */
const AWAY_MS = 4_000
/** Longer than leases live, and than the API tries a bet. */
const FREEZE_MS = 12_000
/** Longest shutdown, recovery and copy of a former primary on a busy machine. */
const HEALED_WITHIN_MS = 180_000

/** Breaks parts of a cluster; they run again when `strike` resolves. */
export type ClusterFault = {
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
  /** WebSockets, all of which must hear each race start; one a player by default. */
  sockets?: number
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
    name: 'cluster_primary_freeze',
    times: 1,
    waitMax: 15,
    async strike(cluster, { surprises }) {
      const primary = await cluster.primary()
      const client = new Client(primary.url)
      // Ended when Patroni notices that another node leads.
      client.on('error', () => undefined)
      await client.connect()
      const write = await frozen(primary, async () => {
        const next = await cluster.primary()
        console.log(`  ${primary.name} froze, ${next.name} leads`)
        // The first that the former primary reads when it goes on.
        const sent = client.query('CREATE TABLE chaos_split_brain ()').then(
          () => 'a former primary took a write',
          () => undefined,
        )
        await sleep(AWAY_MS)
        return { sent }
      })
      const surprise = await write.sent
      if (surprise) surprises.push(surprise)
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
    name: 'cluster_api_freeze',
    times: 1,
    // Requests of a frozen process wait until it goes on.
    waitMax: 15,
    async strike({ apis }) {
      // One after the other, since each leads something.
      for (const api of apis) {
        await frozen(api, () => sleep(FREEZE_MS))
        // Answers what waited for it.
        await sleep(AWAY_MS)
      }
    },
  },
  {
    name: 'cluster_sockets',
    times: 1,
    waitMax: 5,
    sockets: 5_000,
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
    strike: ({ restartApis }) => restartApis(),
  },
]

async function away(part: ClusterPart | undefined, awayMs = AWAY_MS) {
  await part?.kill()
  await sleep(awayMs)
  await part?.start()
}

async function frozen<T>(part: ClusterPart, work: () => Promise<T>) {
  const thaw = part.freeze()
  try {
    return await work()
  } finally {
    thaw()
  }
}
