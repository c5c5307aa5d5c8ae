import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { makeLogger } from '../logger.ts'
import { inSnapshot, openDatabase, openPool } from './database.ts'

const admin = await createTestDatabase()
const pool = openPool(admin.url, makeLogger('silent'))
const db = openDatabase(pool)

afterAll(async () => {
  await pool.end()
  await admin.close()
})

async function expectAllConnectionsFree(): Promise<void> {
  const work = Array.from({ length: 20 }, () =>
    db.transaction(async (tx) => (await tx.execute(sql`SELECT 1 AS one`)).rows),
  )
  expect(await Promise.all(work)).toEqual(Array(20).fill([{ one: 1 }]))
  expect(pool.idleCount).toBe(pool.totalCount)
}

test('commits a transaction, and rolls back a failed one', async () => {
  await pool.query('CREATE TABLE notes (text text)')
  await db.transaction((tx) =>
    tx.execute(sql`INSERT INTO notes VALUES ('kept')`),
  )
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO notes VALUES ('lost')`)
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect((await pool.query('SELECT text FROM notes')).rows).toEqual([
    { text: 'kept' },
  ])
  await expectAllConnectionsFree()
})

test('fails only the transaction whose connection was lost', async () => {
  const acquired = once(pool, 'acquire')
  const doomed = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(
      sql`SELECT pg_backend_pid() AS pid`,
    )
    const [client] = await acquired
    const ended = new Promise((resolve) => client.once('end', resolve))
    await admin.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    // Waits until the client knows, without a pending statement.
    await ended
    await tx.execute(sql`SELECT 1`)
  })
  await expect(doomed).rejects.toThrow()
  await expectAllConnectionsFree()
})

test('releases a connection whose BEGIN failed', async () => {
  pool.on('acquire', (client) => void client.end())
  for (let time = 0; time < 25; time += 1) {
    await expect(db.transaction(async () => undefined)).rejects.toThrow()
  }
  pool.removeAllListeners('acquire')
  await expectAllConnectionsFree()
})

test('lets a snapshot, which locks no rows, pause for a minute', async () => {
  const limit = sql`SHOW idle_in_transaction_session_timeout`
  const { rows } = await inSnapshot(db, (snapshot) => snapshot.execute(limit))
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
})
