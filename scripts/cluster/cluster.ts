import { join } from 'node:path'
import { assert } from '#core/assert.ts'
import { createDatabase, databaseUrl } from '../postgres/embedded-postgres.ts'
import { postgresUser, runAs } from '../postgres/postgres-user.ts'
import { answersOk, freePort, reachableUrl } from '../process/ports.ts'
import type { ProcessRunner } from '../process/supervisor.ts'
import { waitUntil } from '../process/wait-until.ts'
import {
  CLUSTER_CONFIG,
  CLUSTER_PATH,
  requirePrograms,
  writePgbouncerConfig,
  writePostgresPrograms,
} from './cluster-files.ts'
import {
  type ClusterPart,
  freeAddress,
  LOOPBACK,
  listens,
  openParts,
} from './cluster-part.ts'
import { type DatabaseNode, openDatabaseNode } from './database-node.ts'

const NUMBERS = [1, 2, 3]
const LED_WITHIN_MS = 60_000

type Place = {
  /** Folder that the user of PostgreSQL may enter. */
  directory: string
  /** Address for players. */
  host: string
  port: number
  /** Password of all database users. */
  password: string
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/**
 * Prepares the programs of deploy/cluster on this machine, at free ports.
 *
 * @throws LaunchError if one is not installed
 */
export async function openCluster(place: Place, runner: ProcessRunner) {
  requirePrograms()
  const { directory, host, port, password } = place
  const ports = {
    postgres: await freePort(),
    pgbouncer: await freePort(),
    nats: await freePort(),
  }
  const etcdAddress = await freeAddress()
  /** Fills the configuration files. */
  const settings: NodeJS.ProcessEnv = {
    PATH: CLUSTER_PATH,
    HOST: host,
    PORT: String(port),
    POSTGRES_PORT: String(ports.postgres),
    PGBOUNCER_PORT: String(ports.pgbouncer),
    NATS_PORT: String(ports.nats),
    PATRONI_ETCD3_HOSTS: etcdAddress,
  }
  const part = openParts(settings, runner)
  const urls = {
    players: reachableUrl(host, port),
    /** Reaches the primary through HAProxy. */
    direct: databaseUrl(password, ports.postgres, 'casino'),
    pooled: databaseUrl(password, ports.pgbouncer, 'casino'),
  }
  /** Callers add the settings that do not follow from the cluster. */
  const apiEnv: NodeJS.ProcessEnv = {
    DATABASE_URL: urls.pooled,
    DATABASE_DIRECT_URL: urls.direct,
    EVENTS_URL: `nats://${LOOPBACK}:${ports.nats}`,
    TRUST_PROXY_HOPS: '1',
    // Twice what HAProxy takes to notice.
    DRAIN_DELAY_SECONDS: '1',
  }

  const peers = `http://${await freeAddress()}`
  const etcd = part(etcdAddress, {
    name: 'etcd',
    command: 'etcd',
    args: [
      `--data-dir=${directory}/etcd`,
      `--listen-client-urls=http://${etcdAddress}`,
      `--advertise-client-urls=http://${etcdAddress}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
    ],
    isReady: () => answersOk(`http://${etcdAddress}/health`),
  })

  const nodes: DatabaseNode[] = []
  const apis: ClusterPart[] = []
  const programs = writePostgresPrograms(directory)
  for (const number of NUMBERS) {
    const needs = { directory, password, programs, atStop: runner.atStop }
    const node = await openDatabaseNode(`node-${number}`, needs, part)
    nodes.push(node)
    settings[`NODE_${number}`] = node.address
    settings[`REST_${number}`] = node.patroni.split(':')[1]
    const address = await freeAddress()
    apis.push(
      part(address, {
        name: `api-${number}`,
        args: ['api/src/main.ts'],
        get env() {
          const [HOST, PORT] = address.split(':')
          return { ...apiEnv, HOST, PORT }
        },
        isReady: () => answersOk(`http://${address}/readyz`),
      }),
    )
    settings[`API_${number}`] = address
  }

  const haproxy = part(`${host}:${port}`, {
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', join(CLUSTER_CONFIG, 'haproxy.cfg')],
    isReady: () => listens(ports.postgres),
  })
  const args = [writePgbouncerConfig(directory, { password, settings })]
  // Like PostgreSQL, it refuses to run as root.
  const user = postgresUser()
  const pgbouncer = part(`${LOOPBACK}:${ports.pgbouncer}`, {
    name: 'pgbouncer',
    ...runAs({ command: 'pgbouncer', args, user }, directory),
    isReady: () => listens(ports.pgbouncer),
  })
  const nats = part(`${LOOPBACK}:${ports.nats}`, {
    name: 'nats',
    command: 'nats-server',
    args: ['-c', join(CLUSTER_CONFIG, 'nats.conf')],
    isReady: () => listens(ports.nats),
  })

  return {
    urls,
    apiEnv,
    etcd,
    nats,
    nodes,
    pgbouncer,
    apis,
    parts: [etcd, nats, ...nodes, haproxy, pgbouncer, ...apis],

    /** Starts everything but the API processes, and creates the database. */
    async startDatabase(): Promise<void> {
      await etcd.start()
      await Promise.all([nats, haproxy, ...nodes].map(({ start }) => start()))
      const url = databaseUrl(password, ports.postgres, 'postgres')
      const isCreated = () =>
        createDatabase(url).then(
          () => true,
          () => false,
        )
      assert(
        await waitUntil(isCreated, LED_WITHIN_MS),
        'a primary takes writes',
      )
      await pgbouncer.start()
    },

    /** Restarts API processes one after the other, as an update does. */
    async restartApis(): Promise<void> {
      for (const api of apis) {
        await api.stop()
        await api.start()
      }
    },

    /** Returns the node that is the primary; waits for one. */
    async primary(): Promise<DatabaseNode> {
      let primary: DatabaseNode | undefined
      const isLed = async () => {
        for (const node of nodes) if (await node.isPrimary()) primary = node
        return primary !== undefined
      }
      await waitUntil(isLed, LED_WITHIN_MS)
      assert(primary !== undefined, 'a node is the primary')
      return primary
    },
  }
}
