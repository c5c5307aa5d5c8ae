import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Client, DatabaseError } from 'pg'
import { assert } from '#core/assert.ts'

// Stands in for programs that Patroni calls and the embedded PostgreSQL lacks. An
// installation of PostgreSQL has them.

const TOOLS = {
  pg_controldata: controlData,
  pg_isready: isReady,
  pg_basebackup: clone,
}

/** Offsets in global/pg_control of PostgreSQL 18. */
const CONTROL = {
  system: 0,
  version: 8,
  state: 16,
  checkpoint: 32,
  timeline: 48,
}
const CONTROL_VERSION = 1_800
const STATES = [
  'starting up',
  'shut down',
  'shut down in recovery',
  'shutting down',
  'in crash recovery',
  'in archive recovery',
  'in production',
]

/** Exit codes of pg_isready. */
const READY = { accepts: 0, rejects: 1, isSilent: 2 }
const STARTING = '57P03'

/** Files that a copy must not have; it gets the WAL by replication. */
const OWN_FILES =
  /^(postmaster\.(pid|opts)|(pg_(wal|replslot|notify|subtrans|dynshmem))\/.+)$/

const [name = '', ...args] = process.argv.slice(2)
const tool = Object.entries(TOOLS).find(([known]) => known === name)?.[1]
assert(tool !== undefined, 'the launcher names a tool')
await tool()

/** Prints what Patroni reads of the control file. */
async function controlData(): Promise<void> {
  const file = await readFile(join(args[0] ?? '', 'global/pg_control'))
  const version = file.readUInt32LE(CONTROL.version)
  assert(version === CONTROL_VERSION, 'the control file is of PostgreSQL 18')
  const [high, low] = [4, 0].map((at) =>
    file
      .readUInt32LE(CONTROL.checkpoint + at)
      .toString(16)
      .toUpperCase(),
  )
  console.log(`Database system identifier: ${file.readBigUInt64LE(CONTROL.system)}
Database cluster state: ${STATES[file.readUInt32LE(CONTROL.state)]}
Latest checkpoint location: ${high}/${low}
Latest checkpoint's TimeLineID: ${file.readUInt32LE(CONTROL.timeline)}`)
}

async function isReady(): Promise<void> {
  const short = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      host: { ...short, short: 'h' },
      port: { ...short, short: 'p' },
      dbname: { ...short, short: 'd' },
      username: { ...short, short: 'U' },
    },
  })
  const client = new Client({
    host: values.host ?? '127.0.0.1',
    port: Number(values.port),
    user: 'postgres',
    password: process.env.POSTGRES_PASSWORD,
  })
  process.exitCode = await client.connect().then(
    () => READY.accepts,
    (error: unknown) => {
      if (!(error instanceof DatabaseError)) return READY.isSilent
      return error.code === STARTING ? READY.rejects : READY.accepts
    },
  )
  await client.end().catch(() => undefined)
}

/** Copies the primary's data directory, which is on this machine, while it runs. */
async function clone(): Promise<void> {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { pgdata: { type: 'string' }, dbname: { type: 'string' } },
  })
  const target = String(values.pgdata)
  const [, port] = /port=(\d+)/.exec(String(values.dbname)) ?? []
  const client = new Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    database: 'postgres',
    password: process.env.POSTGRES_PASSWORD,
  })
  await client.connect()
  const { rows } = await client.query('SHOW data_directory')
  await client.query(`SELECT pg_backup_start('clone', fast => true)`)
  await rm(target, { recursive: true, force: true })
  await copyDirectory(rows[0].data_directory, target)
  const { rows: stopped } = await client.query(
    'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
  )
  await writeFile(join(target, 'backup_label'), stopped[0].labelfile)
  await client.end()
}

async function copyDirectory(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const options = { recursive: true, withFileTypes: true } as const
  for (const entry of await readdir(source, options)) {
    const from = join(entry.parentPath, entry.name)
    const path = relative(source, from)
    if (OWN_FILES.test(path)) continue
    if (entry.isDirectory()) await mkdir(join(target, path), { mode: 0o700 })
    else await copyFile(from, join(target, path)).catch(unlessDeleted)
  }
}

/** Ignores files that the server deleted meanwhile; WAL has what became of them. */
function unlessDeleted(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : error
  if (code !== 'ENOENT') throw error
}
