import { existsSync } from 'node:fs'
import { Client, DatabaseError } from 'pg'
import { freePort } from '../process/ports.ts'
import type { ManagedProcess, ProcessRunner } from '../process/supervisor.ts'
import { queryFailure, startFailure } from './database-damage.ts'
import { initialisePostgres, postgresProgram } from './postgres-programs.ts'
import { clearStalePostmaster } from './stale-postmaster.ts'

type EmbeddedPostgres = { url: string; port: number; server: ManagedProcess }

type Cluster = {
  directory: string
  password: string
  /** A free one by default. */
  port?: number
}

const DATABASE = 'casino'
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
]
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
  const { directory, password } = cluster
  if (!existsSync(directory)) await initialisePostgres(cluster, runner)
  await clearStalePostmaster(directory)
  const port = cluster.port ?? (await freePort())
  const maintenanceUrl = databaseUrl(password, port, 'postgres')
  const flags = SETTINGS.flatMap((setting) => ['-c', setting])
  const args = ['-D', directory, '-p', String(port), ...flags]
  const server = await runner
    .launch({
      name: 'postgres',
      ...postgresProgram('postgres', directory, args),
      isReady: () => accepts(maintenanceUrl),
    })
    .catch((error: unknown) => {
      throw startFailure(error, directory)
    })
  const { logFile } = server
  await createDatabase(maintenanceUrl).catch((error: unknown) => {
    throw queryFailure(error, { directory, logFile })
  })
  return { url: databaseUrl(password, port, DATABASE), port, server }
}

/** Creates the database unless it exists. @param url of another one */
export async function createDatabase(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    const sql = 'SELECT FROM pg_database WHERE datname = $1'
    const { rowCount } = await client.query(sql, [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
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

export function databaseUrl(
  password: string,
  port: number,
  name: string,
): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
}
