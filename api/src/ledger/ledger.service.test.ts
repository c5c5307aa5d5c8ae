import { expect, onTestFinished, test, vi } from 'vitest'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import type { LedgerService } from './ledger.service.ts'
import { createLedger } from './ledger.ts'

const server = await openTestServer()
const { pool } = server
const { jobs, service: ledger } = server.modules.ledger

test('claims a partition once a lock on all partitions is released', async () => {
  const free = await openTransaction(
    pool,
    'SELECT FROM global_stats ORDER BY id FOR NO KEY UPDATE',
  )
  const claiming = ledger.claimPartitions(1)
  await Promise.race([
    claiming,
    eventually(async () => expect(await waitingForLocks(pool)).toBe(1)),
  ])
  await free()
  expect(await claiming).toHaveLength(1)
})

test('concurrent processes claim distinct partitions, never the shared one', async () => {
  const claimed = await Promise.all(
    [1, 2, 3, 4].map((count) => ledger.claimPartitions(count)),
  )
  const partitions = claimed.flat()
  expect(new Set(partitions).size).toBe(10)
  expect(partitions).not.toContain(0)
})

test.each([
  ['grant', (on: LedgerService, id: string) => on.grant(id, 7)],
  ['reset', (on: LedgerService, id: string) => on.reset(id)],
])('pushes no balance for a %s that was not committed', async (_name, move) => {
  const { db, clock } = server.platform
  const onBalance = vi.fn()
  const { service: failing } = createLedger({ db, clock, onBalance })
  const { client, id } = await server.newPlayer()
  await ledger.grant(id, 5)
  await pool.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE 'the commit fails'; END $$;
     CREATE CONSTRAINT TRIGGER fails AFTER UPDATE ON users
       DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
       WHEN (NEW.id = '${id}') EXECUTE FUNCTION fail()`,
  )
  onTestFinished(async () => {
    await pool.query('DROP FUNCTION fail CASCADE')
  })

  await expect(move(failing, id)).rejects.toThrow('Failed query: commit')

  expect(onBalance).not.toHaveBeenCalled()
  const { body } = await client.get('/api/user')
  expect(body).toMatchObject({ balance: 1_005 })
})

const OLD = 12_000
const FRESH = 100

async function storeAnswers(count: number, age: string): Promise<void> {
  await pool.query(
    `INSERT INTO kept_answers (id, digest, answer, balance, created_at)
     SELECT uuidv7(), uuidv7(), '{}', 0, now() - $2::interval
     FROM generate_series(1, $1)`,
    [count, age],
  )
}

async function storedAnswers(): Promise<number | null> {
  return (await pool.query('SELECT FROM kept_answers')).rowCount
}

test('drops all expired answers in batches and no fresh ones', async () => {
  await storeAnswers(OLD, '25 hours')
  await storeAnswers(FRESH, '23 hours')
  const [housekeeping] = jobs
  const run = (signal: AbortSignal) => housekeeping?.run(signal)
  await run(AbortSignal.abort())
  const left = await storedAnswers()
  expect(left).toBeGreaterThan(FRESH)
  expect(left).toBeLessThan(OLD + FRESH)
  await run(new AbortController().signal)
  expect(await storedAnswers()).toBe(FRESH)
})
