import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from '../logger.ts'

export type Database = NodePgDatabase
/** The database inside a transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const POOL_SIZE = 10
const SIGN_IN_POOL_SIZE = 3
/** Their statements are look-ups of less than a millisecond. */
const BET_POOL_SIZE = 4
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const SILENT_AFTER_MS = 5_000
/**
 * A process that freezes inside a transaction must not keep its locks, that on
 * its lease among them: no longer than the lease itself would last.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 4_000

/**
 * A connection may wait for hours without a word: unasked, it would not see
 * that the other end is gone.
 */
export const KEEP_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

export function openPool(url: string, log: Logger): pg.Pool {
  return loggedPool({ connectionString: url, max: POOL_SIZE }, log)
}

/**
 * Opens the pool for sign-in and readiness, so that other requests can't starve
 * them.
 */
export function openSignInPool(url: string, log: Logger): pg.Pool {
  return loggedPool({ connectionString: url, max: SIGN_IN_POOL_SIZE }, log)
}

/**
 * Connections for what bets read before they are kept. Other requests can't
 * take them, however many there are. A database that falls silent counts as
 * lost after some seconds: bets wait behind it.
 */
export function openBetPool(url: string, log: Logger): pg.Pool {
  const config = {
    connectionString: url,
    max: BET_POOL_SIZE,
    query_timeout: SILENT_AFTER_MS,
  }
  return loggedPool(config, log)
}

/** Look each row up by its index, with one plan for good. */
const LOOK_UP_ONLY = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/**
 * Connections for one statement that is prepared when tables are still small
 * and runs unchanged when they are large. Left to itself the planner would
 * keep the scans of whole tables that it chose on the first day. A database
 * that falls silent counts as lost after some seconds: bets wait behind it.
 *
 * @param size connections at most.
 */
export function openPartitionPool(
  url: string,
  log: Logger,
  size: number,
): pg.Pool {
  const config = {
    connectionString: url,
    max: size,
    options: LOOK_UP_ONLY,
    query_timeout: SILENT_AFTER_MS,
  }
  return loggedPool(config, log)
}

function loggedPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  pool.on('error', (error) => log.warn({ error }, 'database.connection_lost'))
  // Lost while in use, its statements tell; unheard, this would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const OPTIONS = { casing: 'snake_case' } as const

export function databaseOn(pool: pg.Pool): Database {
  const db = drizzle(pool, OPTIONS)
  // Drizzle's own never gives a connection back on which BEGIN has failed.
  db.transaction = async (work, settings) => {
    const client = await pool.connect()
    try {
      return await drizzle(client, OPTIONS).transaction(work, settings)
    } finally {
      client.release()
    }
  }
  return db
}
