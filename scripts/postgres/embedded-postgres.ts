import { existsSync } from 'node:fs'
import { Client, DatabaseError } from 'pg'
import type {
  ManagedProcess,
  ProcessRunner,
} from '../process/managed-process.ts'
import { freePort } from '../process/ports.ts'
import { queryFailure, startFailure } from './database-damage.ts'
import { initialisePostgres, postgresProgram } from './postgres-programs.ts'
import { clearStalePostmaster } from './stale-postmaster.ts'

type EmbeddedPostgres = { url: string; port: number; server: ManagedProcess }

type Cluster = {
  directory: string
  password: string
  database: string
  /** A free one by default. */
  port?: number
}

const STOP_WITHIN_MS = 20_000
/** Starting (57), or out of connections (53). */
const WAIT_CODES = /^(57|53)/

/**
 * Starts PostgreSQL on the loopback interface with fsync on; creates the
 * cluster and the database on first use.
 *
 * @throws LaunchError if its files are damaged
 */
export async function startEmbeddedPostgres(
  cluster: Cluster,
  runner: ProcessRunner,
): Promise<EmbeddedPostgres> {
  if (!existsSync(cluster.directory)) {
    await initialisePostgres(cluster, runner)
  }
  await clearStalePostmaster(cluster.directory)
  const port = cluster.port ?? (await freePort())
  const maintenanceUrl = databaseUrl(cluster.password, port, 'postgres')
  const { directory } = cluster
  const server = await runner
    .launch({
      name: 'postgres',
      ...postgresProgram('postgres', directory, serverFlags(cluster, port)),
      stopSignal: 'SIGINT',
      stopWithinMs: STOP_WITHIN_MS,
      isReady: () => accepts(maintenanceUrl),
    })
    .catch((error: unknown) => {
      throw startFailure(error, directory)
    })
  const { logFile } = server
  try {
    await createDatabase(maintenanceUrl, cluster.database)
  } catch (error) {
    throw queryFailure(error, { directory, logFile })
  }
  const url = databaseUrl(cluster.password, port, cluster.database)
  return { url, port, server }
}

function serverFlags({ directory }: Cluster, port: number): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])
  return ['-D', directory, '-p', String(port), ...flags]
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    const sql = 'SELECT 1 FROM pg_database WHERE datname = $1'
    const { rowCount } = await client.query(sql, [name])
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
    }
  } finally {
    await client.end()
  }
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const isAnswer = error instanceof DatabaseError
    // Other refusals are permanent.
    if (isAnswer && !WAIT_CODES.test(error.code ?? '')) throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function databaseUrl(password: string, port: number, name: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
}
