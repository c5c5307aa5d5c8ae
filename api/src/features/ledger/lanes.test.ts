import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openTestHouse } from '../../testing/test-house.ts'

const house = await openTestHouse()
const { service: ledger } = house.features.ledger

async function waitingForLocks(): Promise<number> {
  const { rows } = await house.pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}

test('a process that starts while the whole pot is held gets a lane once it is free', async () => {
  const holder = await house.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query('SELECT FROM global_stats ORDER BY id FOR NO KEY UPDATE')
  const claiming = ledger.claimLanes(1)
  await Promise.race([
    claiming,
    eventually(async () => expect(await waitingForLocks()).toBe(1)),
  ])
  await holder.query('COMMIT')
  expect(await claiming).toHaveLength(1)
})

test('processes that start at once get lanes of their own, none of them the first', async () => {
  const claimed = await Promise.all(
    [1, 2, 3, 4].map((n) => ledger.claimLanes(n)),
  )
  const lanes = claimed.flat()
  expect(new Set(lanes).size).toBe(10)
  expect(lanes).not.toContain(0)
})
