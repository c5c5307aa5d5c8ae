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
  const pool = new pg.Pool({ connectionString: url.href, max: 3 })
  // Tests end connections under it on purpose.
  pool.on('error', () => undefined)
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end()
      await runOn(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
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
