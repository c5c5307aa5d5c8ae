import {
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import type { ManagedProcess, ProcessRunner } from './managed-process.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { postgresUser } from './postgres-user.ts'
import { runAs } from './run-as.ts'
import { clearStalePostmaster } from './stale-postmaster.ts'

type EmbeddedPostgres = { url: string; port: number; server: ManagedProcess }

type Cluster = { directory: string; password: string; database: string }

const INIT_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 20_000
// Longer than any recovery after a crash that a development machine has seen.
const READY_WITHIN_MS = 60_000

/**
 * A real PostgreSQL over `directory`, made on first use, on a free port of
 * the loopback interface, durable as in production (fsync stays on).
 */
export async function startEmbeddedPostgres(
  cluster: Cluster,
  runner: ProcessRunner,
): Promise<EmbeddedPostgres> {
  if (!existsSync(cluster.directory)) await initialise(cluster, runner)
  await clearStalePostmaster(cluster.directory)
  const port = await freePort()
  const maintenanceUrl = databaseUrl(cluster.password, port, 'postgres')
  const server = await runner.launch({
    name: 'postgres',
    ...runAs(postgresUser(), binary('postgres'), serverFlags(cluster, port)),
    stopSignal: 'SIGINT',
    stopWithinMs: STOP_WITHIN_MS,
    isReady: () => accepts(maintenanceUrl),
    readyWithinMs: READY_WITHIN_MS,
  })
  await createDatabase(maintenanceUrl, cluster.database)
  return {
    url: databaseUrl(cluster.password, port, cluster.database),
    port,
    server,
  }
}

// Made beside and renamed when complete: an interrupted initdb leaves nothing
// that looks like a database.
async function initialise(
  { directory, password }: Cluster,
  runner: ProcessRunner,
): Promise<void> {
  const user = postgresUser()
  const draft = `${directory}.new`
  const passwordFile = join(dirname(directory), 'postgres-password')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    if (user) {
      chownSync(draft, user.uid, user.gid)
      chownSync(passwordFile, user.uid, user.gid)
    }
    await runner.run({
      name: 'postgres-init',
      ...runAs(user, binary('initdb'), initFlags(draft, passwordFile)),
      stopSignal: 'SIGINT',
      stopWithinMs: INIT_WITHIN_MS,
    })
    renameSync(draft, directory)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

// The builtin locale sorts and folds case alike on every machine.
function initFlags(directory: string, passwordFile: string): string[] {
  return [
    `--pgdata=${directory}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
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
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function databaseUrl(password: string, port: number, name: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
}

function binary(name: 'initdb' | 'postgres'): string {
  return join(postgresBinaries(), name)
}
