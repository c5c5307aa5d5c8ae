import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  url: string
  /** For looking at what the product wrote. */
  pool: pg.Pool
  drop(): Promise<void>
}

/** An empty database on the test run's PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOn(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const pool = poolOf(url.href)
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end()
      await runOn(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** The database again, without what houses have kept in it; it is not dropped. */
export async function emptiedDatabase(url: string): Promise<TestDatabase> {
  await runOn(
    url,
    `DROP SCHEMA IF EXISTS drizzle CASCADE;
     DROP SCHEMA public CASCADE;
     CREATE SCHEMA public`,
  )
  const pool = poolOf(url)
  return { url, pool, drop: () => pool.end() }
}

export function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 5 })
  // Tests end connections under it on purpose, and servers before the last is closed.
  pool.on('error', () => undefined)
  return pool
}

/** Runs statements on a connection of their own, outside of any database under test. */
export async function runOn(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
