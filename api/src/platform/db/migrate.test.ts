import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { eventually } from '#testing/server/eventually.ts'
import { migrate } from './database.ts'

const { url, pool, close } = await createTestDatabase('template1')
afterAll(close)

async function tablesAndMigrations() {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM drizzle.__drizzle_migrations) AS migrations,
       (SELECT count(*) FROM pg_tables WHERE schemaname = 'public') AS tables,
       (SELECT count(*) FROM global_stats) AS partitions,
       (SELECT count(*) FROM batches) AS openings`,
  )
  return rows[0]
}

/** Counts only this database: tests migrate others on the same server. */
async function advisoryLocks(granted: boolean): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE datname = current_database() AND locktype = 'advisory'
       AND granted = $1`,
    [granted],
  )
  return rowCount ?? 0
}

test('migrates once when three processes start together', async () => {
  const lock = Buffer.from('casino').readUIntBE(0, 6)
  const holder = await pool.connect()
  await holder.query('SELECT pg_advisory_lock($1)', [lock])
  const migrating = [migrate(url), migrate(url), migrate(url)]
  await eventually(async () => expect(await advisoryLocks(false)).toBe(3))
  await holder.query('SELECT pg_advisory_unlock($1)', [lock])
  holder.release()
  await Promise.all(migrating)

  const once = await tablesAndMigrations()
  expect(once).toMatchObject({ partitions: 64, openings: 1 })
  await migrate(url)
  expect(await tablesAndMigrations()).toEqual(once)
  await eventually(async () => expect(await advisoryLocks(true)).toBe(0))
})
