import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { assert } from '#core/assert.ts'
import type { Logger } from '../logger.ts'
import { isDatabaseAway } from './database-failure.ts'

/** Reads `bigint` as a number: coins, counts and ids are below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool or a transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Returns the row of a statement that returns one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  assert(row !== undefined, 'the statement returns a row')
  return row
}

/** Runs reads in one snapshot of the database. */
export function inSnapshot<T>(
  db: Database,
  read: (snapshot: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(
    async (snapshot) => {
      // It locks no rows, and may compute for long between two reads.
      await snapshot.execute(
        sql`SET LOCAL idle_in_transaction_session_timeout = '1min'`,
      )
      return read(snapshot)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const POOL_SIZE = 10
const SIGN_IN_POOL_SIZE = 3
/** Bets read for less than a millisecond. */
const BET_POOL_SIZE = 4
/** Bets on races and on sports. */
const EVENT_QUEUES = 2
const CONNECT_TIMEOUT_MS = 5_000
const BET_QUERY_TIMEOUT_MS = 5_000
/** Milliseconds, set by PostgreSQL's client or by a pooler's connections. */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  /** Releases the locks of a process that freezes, as soon as its lease. */
  idle_in_transaction_session_timeout: 4_000,
} as const

/** Detects lost peers on connections that are idle for hours. */
export const KEEP_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/** Makes every plan look rows up by index. */
const LOOK_UP_ONLY = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

export function openPools(
  {
    databaseUrl,
    databaseDirectUrl,
    partitions,
  }: { databaseUrl: string; databaseDirectUrl: string; partitions: number },
  log: Logger,
) {
  // Short, because bets wait for these connections.
  const query_timeout = BET_QUERY_TIMEOUT_MS
  return {
    pool: openPool(databaseUrl, log),
    /** For sign-in and readiness, so that other requests can't starve them. */
    signInPool: openPool(databaseUrl, log, { max: SIGN_IN_POOL_SIZE }),
    /** For what bets read, so that other requests can't starve them. */
    betPool: openPool(databaseUrl, log, { max: BET_POOL_SIZE, query_timeout }),
    /**
     * For statements that commit bets, past any pooler, where prepared
     * statements and settings stay with a connection. They are prepared once,
     * while tables may be small: a free planner would keep sequential scans when
     * they have grown.
     */
    partitionPool: openPool(databaseDirectUrl, log, {
      max: partitions + EVENT_QUEUES,
      options: LOOK_UP_ONLY,
      query_timeout,
    }),
  }
}

export function openPool(
  url: string,
  log: Logger,
  config: pg.PoolConfig = { max: POOL_SIZE },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...config,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...SESSION_LIMITS,
  })
  pool.on('error', (error) => log.warn({ error }, 'database.connection_lost'))
  // Its statements fail anyway; without a listener the error ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const DRIZZLE_OPTIONS = { casing: 'snake_case' } as const

export function openDatabase(pool: pg.Pool): Database {
  const db = drizzle(pool, DRIZZLE_OPTIONS)
  // Drizzle's own never releases a connection whose BEGIN failed.
  db.transaction = async (work, settings) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await drizzle(client, DRIZZLE_OPTIONS).transaction(work, settings)
    } catch (error) {
      // Its transaction may still be open, after a late BEGIN or a lost ROLLBACK.
      isLost = isDatabaseAway(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  return db
}

const MIGRATIONS = fileURLToPath(
  new URL('../../../migrations', import.meta.url),
)
/** Advisory lock of all processes: "casino" in ASCII. */
const MIGRATION_LOCK = 0x636173696e6f

/**
 * Applies pending migrations; processes that start together take turns. Without
 * any it writes nothing, so that the API's role needs not own the tables.
 */
export async function migrate(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const { pending } = await migrationState(client)
    if (pending === 0) return
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}

/** Released migrations; each has its statements as `sql`. */
export function releasedMigrations() {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS })
}

/** Counts migrations that the database lacks, and those of other releases. */
export async function migrationState(on: Pick<pg.Pool, 'query'>) {
  const known = new Set(releasedMigrations().map((one) => one.folderMillis))
  const applied = new Set(await appliedMigrations(on))
  return {
    released: known.size,
    pending: known.size - [...known].filter((at) => applied.has(at)).length,
    unknown: [...applied].filter((at) => !known.has(at)).length,
  }
}

async function appliedMigrations(on: Pick<pg.Pool, 'query'>) {
  const table = 'drizzle.__drizzle_migrations'
  const { rows } = await on.query('SELECT to_regclass($1) AS name', [table])
  if (rows[0]?.name === null) return []
  const applied = await on.query<{ at: number }>(
    `SELECT created_at AS at FROM ${table}`,
  )
  return applied.rows.map(({ at }) => at)
}
