import { expect, onTestFinished, test, vi } from 'vitest'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { housekeepingJob } from './housekeeping-job.ts'
import { LedgerService } from './ledger.service.ts'
import { LedgerStore } from './ledger.store.ts'

const server = await openTestServer()
const { pool } = server
const { service: ledger } = server.modules.ledger

test('a process that starts while the whole pot is locked gets a partition once it is free', async () => {
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

test('processes that start at once get partitions of their own, none of them the first', async () => {
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
])('tells no balance of a %s that was not committed', async (_name, move) => {
  const { db, clock } = server.platform
  const onBalance = vi.fn()
  const store = new LedgerStore(db)
  const failing = new LedgerService({ db, store, clock, onBalance })
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

async function keepAnswers(count: number, age: string): Promise<void> {
  await pool.query(
    `INSERT INTO kept_answers (id, digest, answer, balance, created_at)
     SELECT uuidv7(), uuidv7(), '{}', 0, now() - $2::interval
     FROM generate_series(1, $1)`,
    [count, age],
  )
}

async function answersKept(): Promise<number | null> {
  return (await pool.query('SELECT FROM kept_answers')).rowCount
}

test('old answers are dropped portion by portion until none is left, fresh ones stay', async () => {
  await keepAnswers(OLD, '25 hours')
  await keepAnswers(FRESH, '23 hours')
  const job = housekeepingJob(ledger)
  await job.run(AbortSignal.abort())
  const left = await answersKept()
  expect(left).toBeGreaterThan(FRESH)
  expect(left).toBeLessThan(OLD + FRESH)
  await job.run(new AbortController().signal)
  expect(await answersKept()).toBe(FRESH)
})
