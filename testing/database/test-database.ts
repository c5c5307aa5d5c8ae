import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  url: string
  /** Reads what the product wrote. */
  pool: pg.Pool
  close(): Promise<void>
}

/** The template that `shared-postgres.ts` migrates once for all test files. */
export const MIGRATED = 'migrated'

/** Creates a migrated database, or an empty one from `template1`. */
export async function createTestDatabase(
  template = MIGRATED,
): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOn(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = databaseNamed(serverUrl, name)
  const pool = createPool(url)
  return { url, pool, close: () => pool.end() }
}

/** Returns the URL of another database of the same server. */
export function databaseNamed(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

export function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 5 })
  // Tests end connections on purpose, and servers before the last is closed.
  pool.on('error', () => undefined)
  return pool
}

/** Runs statements on a connection of their own. */
export async function runOn(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
