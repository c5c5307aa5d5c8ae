import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from '../logger.ts'

export type Database = NodePgDatabase
/** The database inside a transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000

/** @param size connections at most. */
export function openPool(url: string, log: Logger, size = POOL_SIZE): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  pool.on('error', (error) => log.warn({ error }, 'database connection lost'))
  return pool
}

export function databaseOn(pool: pg.Pool): Database {
  return drizzle(pool, { casing: 'snake_case' })
}
