import { expect, test } from 'vitest'
import { openTestServer } from '#testing/server/test-server.ts'
import { housekeepingJob } from './housekeeping-job.ts'

const server = await openTestServer()
const { service: ledger } = server.features.ledger
const OLD = 12_000
const FRESH = 100

async function answersKept(): Promise<number> {
  const { rows } = await server.pool.query<{ kept: number }>(
    'SELECT count(*)::int AS kept FROM kept_answers',
  )
  return Number(rows[0]?.kept)
}

async function keepAnswers(count: number, age: string): Promise<void> {
  await server.pool.query(
    `INSERT INTO kept_answers (id, digest, answer, balance, created_at)
     SELECT uuidv7(), uuidv7(), '{}', 0, now() - $2::interval
     FROM generate_series(1, $1)`,
    [count, age],
  )
}

test('old answers go portion by portion until none is left, fresh ones stay', async () => {
  await keepAnswers(OLD, '25 hours')
  await keepAnswers(FRESH, '23 hours')
  const dropped = await ledger.forgetOldAnswers()
  expect(dropped).toBeGreaterThan(0)
  expect(dropped).toBeLessThan(OLD)
  await housekeepingJob(ledger).run(new AbortController().signal)
  expect(await answersKept()).toBe(FRESH)
})

test('being asked to stop ends it after a portion', async () => {
  await keepAnswers(OLD, '25 hours')
  await housekeepingJob(ledger).run(AbortSignal.abort())
  expect(await answersKept()).toBeGreaterThan(FRESH)
})

test('an answer that somebody else is dropping holds no other up', async () => {
  await housekeepingJob(ledger).run(new AbortController().signal)
  await keepAnswers(2, '25 hours')
  const elsewhere = await server.pool.connect()
  await elsewhere.query('BEGIN')
  await elsewhere.query(
    `DELETE FROM kept_answers WHERE id = (
       SELECT id FROM kept_answers ORDER BY created_at LIMIT 1)`,
  )
  expect(await ledger.forgetOldAnswers()).toBe(1)
  await elsewhere.query('COMMIT')
  elsewhere.release()
})
