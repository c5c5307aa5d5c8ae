import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { eventually } from '#testing/server/eventually.ts'
import { makeLogger } from '../logger.ts'
import { databaseOn, openPool } from './database.ts'

const admin = await createTestDatabase()
const pool = openPool(admin.url, makeLogger('silent'))
const db = databaseOn(pool)

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

test('what a transaction wrote is there after it, and not when it failed', async () => {
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

test('a connection lost inside a transaction fails it and nothing else', async () => {
  const acquired = once(pool, 'acquire')
  const doomed = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(
      sql`SELECT pg_backend_pid() AS pid`,
    )
    const [client] = await acquired
    const ended = new Promise((resolve) => client.once('end', resolve))
    await admin.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    // Nothing is asked of it while the news comes in.
    await ended
    await tx.execute(sql`SELECT 1`)
  })
  await expect(doomed).rejects.toThrow()
  await expectAllConnectionsFree()
})

test.runIf(process.platform === 'linux')(
  'a connection without a word is probed within ten seconds',
  async () => {
    const client = await pool.connect()
    const { rows } = await client.query(
      'SELECT inet_client_port() AS local, inet_server_port() AS remote',
    )
    await eventually(() => {
      const { timer, hundredths } = kernelTimer(rows[0])
      expect(timer).toBe(KEEP_ALIVE_TIMER)
      expect(hundredths).toBeLessThanOrEqual(1_000)
    })
    client.release()
  },
)

const KEEP_ALIVE_TIMER = '02'

/** What the kernel next does about a connection by itself, and when. */
function kernelTimer({ local, remote }: { local: number; remote: number }) {
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const fields = lines.map((line) => line.trim().split(/ +/))
  const [timer, when = ''] =
    fields
      // Another connection may go out from the same port, to elsewhere.
      .find(([, from, to]) => isPort(from, local) && isPort(to, remote))?.[5]
      ?.split(':') ?? []
  return { timer, hundredths: Number.parseInt(when, 16) }
}

function isPort(address: string | undefined, port: number): boolean {
  return Number.parseInt(address?.split(':')[1] ?? '', 16) === port
}

test('a transaction that can not even begin gives its connection back', async () => {
  pool.on('acquire', (client) => void client.end())
  for (let time = 0; time < 25; time += 1) {
    await expect(db.transaction(async () => undefined)).rejects.toThrow()
  }
  pool.removeAllListeners('acquire')
  await expectAllConnectionsFree()
})
