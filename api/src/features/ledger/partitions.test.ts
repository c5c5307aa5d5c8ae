import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/server/eventually.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const { service: ledger } = server.features.ledger

async function waitingForLocks(): Promise<number> {
  const { rows } = await server.pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}

test('a process that starts while the whole pot is held gets a partition once it is free', async () => {
  const holder = await server.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query('SELECT FROM global_stats ORDER BY id FOR NO KEY UPDATE')
  const claiming = ledger.claimPartitions(1)
  await Promise.race([
    claiming,
    eventually(async () => expect(await waitingForLocks()).toBe(1)),
  ])
  await holder.query('COMMIT')
  expect(await claiming).toHaveLength(1)
})

test('processes that start at once get partitions of their own, none of them the first', async () => {
  const claimed = await Promise.all(
    [1, 2, 3, 4].map((n) => ledger.claimPartitions(n)),
  )
  const partitions = claimed.flat()
  expect(new Set(partitions).size).toBe(10)
  expect(partitions).not.toContain(0)
})
