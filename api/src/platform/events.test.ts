import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openEvents } from './events.ts'
import { makeLogger } from './logger.ts'

const log = makeLogger('silent')
const database = await createTestDatabase()
const here = openEvents(database.url, log)
const there = openEvents(database.url, log)

afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await database.close()
})

async function listening(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
       AND backend_type = 'client backend'
       AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_stat_activity%'`,
  )
  return rows.map(({ pid }) => pid)
}

test('reach all subscribers of a channel, in this process too', async () => {
  const heard = new Set<string>()
  here.subscribe('balances', (text) => heard.add(`here ${text}`))
  there.subscribe('balances', (text) => heard.add(`there ${text}`))
  there.subscribe('balances', (text) => heard.add(`there too ${text}`))
  there.subscribe('sessions', (text) => heard.add(`sessions ${text}`))
  const all = new Set(['here hello', 'there hello', 'there too hello'])
  await eventually(() => {
    here.publish('balances', 'hello')
    expect(heard).toEqual(all)
  })
})

test('arrive in order, even after a listener fails', async () => {
  const heard = new Set<string>()
  there.subscribe('pushes', (text) => JSON.parse(text))
  there.subscribe('pushes', (text) => heard.add(text))
  await eventually(() => {
    here.publish('pushes', 'no JSON')
    expect(heard).toContain('no JSON')
  })
  const texts = [
    '{"two": 2}',
    'a, \'b\' and "c"',
    "it's; DROP TABLE users --",
    '\\ " $1 %s',
    'Бенди 🦄',
  ]
  here.publish('pushes', ...texts)
  await eventually(() => expect([...heard]).toEqual(['no JSON', ...texts]))
})

test('arrive again after the connection was killed', async () => {
  const heard = vi.fn()
  there.subscribe('sessions', heard)
  const before = await listening()
  expect(before).toHaveLength(2)
  for (const pid of before) {
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid])
  }
  // Publishing does not throw without a connection.
  here.publish('sessions', 'lost')
  await eventually(() => {
    here.publish('sessions', 'found')
    expect(heard).toHaveBeenCalledWith('found')
  })
  const after = await listening()
  expect(after).toHaveLength(2)
  expect(after).not.toEqual(expect.arrayContaining(before))
})
