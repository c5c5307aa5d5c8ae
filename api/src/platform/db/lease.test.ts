import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { waitingForLocks } from '#testing/database/open-transaction.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { eventually } from '#testing/server/eventually.ts'
import { makeLogger } from '../logger.ts'
import { openDatabase } from './database.ts'
import { createLease, createTimedFence, type Lease } from './lease.ts'

const database = await createTestDatabase()
const db = openDatabase(database.pool)

let leases: Lease[] = []

beforeEach(() => {
  leases = []
})
afterEach(async () => {
  for (const lease of leases) await lease.release()
})
afterAll(() => database.close())

function createTestLease(name: string): Lease {
  const lease = createLease(name, { db, log: makeLogger('silent') })
  leases.push(lease)
  return lease
}

function expire(name: string) {
  return database.pool.query(
    `UPDATE leases SET expires_at = clock_timestamp() WHERE name = $1`,
    [name],
  )
}

async function readEnd(name: string): Promise<number> {
  const { rows } = await database.pool.query<{ expires_at: Date }>(
    'SELECT expires_at FROM leases WHERE name = $1',
    [name],
  )
  return Number(rows[0]?.expires_at)
}

test('elects one of several concurrent processes', async () => {
  const all = Array.from({ length: 5 }, () => createTestLease('crowd'))
  const terms = await Promise.all(all.map((lease) => lease.term()))
  expect(terms.filter(Boolean)).toHaveLength(1)
})

test('renews a term before it expires', async () => {
  const [leader, other] = [createTestLease('long'), createTestLease('long')]
  const term = await leader.term()
  const end = await readEnd('long')
  await eventually(async () =>
    expect(await readEnd('long')).toBeGreaterThan(end),
  )
  expect(await other.term()).toBeUndefined()
  expect(await leader.term()).toBe(term)
})

test('rejects writes of an expired term, before and after the next one', async () => {
  const [frozen, other] = [createTestLease('frozen'), createTestLease('frozen')]
  const old = await frozen.term()
  const writing = () => db.transaction(async (tx) => old?.guard(tx))
  await expire('frozen')
  await expect(writing()).rejects.toThrow('is over')
  const current = await other.term()
  expect(current).toBeDefined()
  await expect(writing()).rejects.toThrow('is over')
  await db.transaction(async (tx) => current?.guard(tx))
  expect(await frozen.term()).toBeUndefined()
})

test('begins no term while a transaction of the previous one is open', async () => {
  const [leader, other] = [createTestLease('open'), createTestLease('open')]
  const term = await leader.term()
  const order: string[] = []
  let taking: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await term?.guard(tx)
    await tx.execute(`SELECT 1`)
    taking = expire('open')
      .then(() => other.term())
      .then(() => order.push('taken'))
    await eventually(async () =>
      expect(await waitingForLocks(database.pool)).toBeGreaterThan(0),
    )
    order.push('written')
  })
  await taking
  expect(order).toEqual(['written', 'taken'])
})

test('ends a released term, and begins the next with a later epoch', async () => {
  const [leader, other] = [createTestLease('handed'), createTestLease('handed')]
  const first = await leader.term()
  await leader.release()
  const second = await other.term()
  expect(second?.epoch).toBe((first?.epoch ?? 0) + 1)
  await other.release()
  const third = await eventually(async () => {
    const term = await leader.term()
    expect(term).toBeDefined()
    return term
  })
  await expect(db.transaction(async (tx) => first?.guard(tx))).rejects.toThrow(
    'is over',
  )
  await db.transaction(async (tx) => third?.guard(tx))
})

test('admits writes under a short guard until it expires', async () => {
  const fresh = await createTimedFence(db)
  await db.transaction((tx) => fresh.guard(tx))
  const old = await createTimedFence(db, 0)
  const writing = db.transaction((tx) => old.guard(tx))
  await expect(writing).rejects.toThrow('too long to write')
})
