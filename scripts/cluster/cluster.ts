import { chownSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { assert } from '#core/assert.ts'
import { createDatabase, databaseUrl } from '../postgres/embedded-postgres.ts'
import { postgresUser, runAs } from '../postgres/postgres-user.ts'
import {
  clearStalePostmaster,
  readPostmaster,
} from '../postgres/stale-postmaster.ts'
import { answersOk, freePort, reachableUrl } from '../process/ports.ts'
import type {
  ManagedProcess,
  ProcessRunner,
  ServiceSpec,
} from '../process/supervisor.ts'
import { waitUntil } from '../process/wait-until.ts'
import {
  CLUSTER_CONFIG,
  CLUSTER_PATH,
  requirePrograms,
  writePgbouncerConfig,
  writePostgresPrograms,
} from './cluster-files.ts'

const LOOPBACK = '127.0.0.1'
const LED_WITHIN_MS = 60_000

type Place = {
  /** Of the nodes' data, which the user of PostgreSQL may enter. */
  directory: string
  /** Address for players. */
  host: string
  port: number
  /** Of all database users. */
  password: string
}

/** A program of the cluster, which can end and be started again. */
export type ClusterPart = {
  name: string
  /** Where it serves. */
  address: string
  /** Of its process, and of those that it would leave. */
  pids: () => number[]
  start: () => Promise<void>
  /** Resolves when it ends, with the reason. */
  ended: () => Promise<string>
  /** Stops it in order. */
  stop: () => Promise<void>
  /** Ends these processes without a warning. */
  kill: () => Promise<void>
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
  const urls = {
    players: reachableUrl(host, port),
    /** Of the primary, through HAProxy. */
    direct: databaseUrl(password, ports.postgres, 'casino'),
    pooled: databaseUrl(password, ports.pgbouncer, 'casino'),
  }
  const settings: NodeJS.ProcessEnv = {
    PATH: CLUSTER_PATH,
    HOST: host,
    PORT: String(port),
    POSTGRES_PORT: String(ports.postgres),
    PGBOUNCER_PORT: String(ports.pgbouncer),
    NATS_PORT: String(ports.nats),
  }
  const apiEnv: NodeJS.ProcessEnv = {
    DATABASE_URL: urls.pooled,
    DATABASE_DIRECT_URL: urls.direct,
    EVENTS_URL: `nats://${LOOPBACK}:${ports.nats}`,
    TRUST_PROXY_HOPS: '1',
    // Twice what HAProxy takes to notice.
    DRAIN_DELAY_SECONDS: '1',
  }

  function part(
    address: string,
    spec: ServiceSpec,
    childrenOf: () => number[] = () => [],
  ): ClusterPart {
    let running: ManagedProcess | undefined
    const pids = () => (running ? [running.pid, ...childrenOf()] : [])
    return {
      name: spec.name,
      address,
      pids,
      async start() {
        const env = { ...settings, ...spec.env }
        running = await runner.launch({ ...spec, env, isReplaceable: true })
      },
      async ended() {
        assert(running !== undefined, 'a part that ends was started')
        return (await running.ended).reason
      },
      stop: async () => running?.stop(),
      async kill() {
        for (const pid of pids()) process.kill(pid, 'SIGKILL')
        await running?.ended
      },
    }
  }

  async function openEtcd(): Promise<ClusterPart> {
    const [clients, peers] = [await freeAddress(), await freeAddress()]
    settings.PATRONI_ETCD3_HOSTS = clients
    return part(clients, {
      name: 'etcd',
      command: 'etcd',
      args: [
        `--data-dir=${directory}/etcd`,
        `--listen-client-urls=http://${clients}`,
        `--advertise-client-urls=http://${clients}`,
        `--listen-peer-urls=http://${peers}`,
        `--initial-advertise-peer-urls=http://${peers}`,
        `--initial-cluster=default=http://${peers}`,
      ],
      isReady: () => answersOk(`http://${clients}/health`),
    })
  }

  // Neither PostgreSQL nor PgBouncer runs as root.
  const user = postgresUser()
  const programs = writePostgresPrograms(directory)

  async function openNode(number: number): Promise<ClusterPart> {
    const [address, patroni] = [await freeAddress(), await freeAddress()]
    settings[`NODE_${number}`] = address
    settings[`REST_${number}`] = patroni.split(':')[1]
    const folder = join(directory, `node-${number}`)
    const data = join(folder, 'postgres')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (user) chownSync(folder, user.uid, user.gid)
    const config = join(CLUSTER_CONFIG, 'patroni.yml')
    const asked = { command: 'patroni', args: [config], user }
    const { start, ...rest } = part(
      address,
      {
        name: `node-${number}`,
        ...runAs(asked, folder),
        env: {
          PATRONI_NAME: `node-${number}`,
          PATRONI_RESTAPI_LISTEN: patroni,
          PATRONI_RESTAPI_CONNECT_ADDRESS: patroni,
          PATRONI_POSTGRESQL_LISTEN: address,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
          PATRONI_POSTGRESQL_DATA_DIR: data,
          PATRONI_POSTGRESQL_BIN_DIR: programs,
          PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
          PATRONI_SUPERUSER_USERNAME: 'postgres',
          PATRONI_SUPERUSER_PASSWORD: password,
          PATRONI_REPLICATION_USERNAME: 'replicator',
          PATRONI_REPLICATION_PASSWORD: password,
          // Patroni hides its own variables from the programs that it calls.
          POSTGRES_PASSWORD: password,
        },
        isReady: () => answersOk(`http://${patroni}/health`),
      },
      () => [readPostmaster(data)?.pid ?? []].flat(),
    )
    return {
      ...rest,
      async start() {
        await clearStalePostmaster(data)
        return start()
      },
    }
  }

  async function openApi(number: number): Promise<ClusterPart> {
    const address = await freeAddress()
    settings[`API_${number}`] = address
    const [HOST, PORT] = address.split(':')
    return part(address, {
      name: `api-${number}`,
      args: ['api/src/main.ts'],
      get env() {
        return { ...apiEnv, HOST, PORT }
      },
      isReady: () => answersOk(`http://${address}/readyz`),
    })
  }

  const etcd = await openEtcd()
  const numbers = [1, 2, 3]
  const nodes = await Promise.all(numbers.map(openNode))
  const apis = await Promise.all(numbers.map(openApi))
  const haproxy = part(`${host}:${port}`, {
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', join(CLUSTER_CONFIG, 'haproxy.cfg')],
    isReady: () => listens(ports.postgres),
  })
  const pgbouncerConfig = writePgbouncerConfig(directory, {
    password,
    settings,
  })
  const pgbouncer = part(`${LOOPBACK}:${ports.pgbouncer}`, {
    name: 'pgbouncer',
    ...runAs(
      { command: 'pgbouncer', args: [pgbouncerConfig], user },
      directory,
    ),
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
    etcd,
    nodes,
    apis,
    haproxy,
    pgbouncer,
    nats,
    parts: [etcd, nats, ...nodes, haproxy, pgbouncer, ...apis],
    /** Environment of API processes. */
    apiEnv,

    /** Starts everything but the API processes, and creates the database. */
    async startDatabase(): Promise<void> {
      await etcd.start()
      await Promise.all([nats, haproxy, ...nodes].map(({ start }) => start()))
      const maintenance = databaseUrl(password, ports.postgres, 'postgres')
      const isCreated = () =>
        createDatabase(maintenance).then(
          () => true,
          () => false,
        )
      await waitUntil(isCreated, LED_WITHIN_MS)
      await pgbouncer.start()
    },

    /** Returns the node that is the primary; waits for one. */
    async primary(): Promise<ClusterPart> {
      const leads: ClusterPart[] = []
      const isLed = async () => {
        for (const [index, node] of nodes.entries()) {
          const port = settings[`REST_${index + 1}`]
          if (await answersOk(`http://${LOOPBACK}:${port}/primary`))
            leads.push(node)
        }
        return leads.length > 0
      }
      await waitUntil(isLed, LED_WITHIN_MS)
      const [primary] = leads
      assert(primary !== undefined, 'a node is the primary')
      return primary
    },
  }
}

async function freeAddress(): Promise<string> {
  return `${LOOPBACK}:${await freePort()}`
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })
}
