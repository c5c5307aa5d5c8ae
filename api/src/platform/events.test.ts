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

test('what one publishes all hear, itself included, each channel apart', async () => {
  const heard: string[] = []
  here.subscribe('balances', (text) => heard.push(`here ${text}`))
  there.subscribe('balances', (text) => heard.push(`there ${text}`))
  there.subscribe('balances', (text) => heard.push(`there too ${text}`))
  there.subscribe('sessions', (text) => heard.push(`sessions ${text}`))
  await eventually(() => {
    here.publish('balances', 'hello')
    expect(heard).toContain('there hello')
  })
  await eventually(() => {
    expect(new Set(heard)).toEqual(
      new Set(['here hello', 'there hello', 'there too hello']),
    )
  })
})

test('several at once arrive one by one, in their order', async () => {
  const heard = new Set<string>()
  there.subscribe('pushes', (text) => heard.add(text))
  await eventually(() => {
    here.publish('pushes', 'first')
    expect(heard).toContain('first')
  })
  const texts = ['[1]', '{"two": 2}', 'a, \'b\' and "c"']
  here.publish('pushes', ...texts)
  await eventually(() => expect([...heard]).toEqual(['first', ...texts]))
})

test.each(["it's; DROP TABLE users --", '\\ " $1 %s', 'Бенди 🦄'])(
  '%s arrives as it was sent',
  async (text) => {
    const heard: string[] = []
    there.subscribe('sessions', (message) => heard.push(message))
    await eventually(() => {
      here.publish('sessions', text)
      expect(heard).toContain(text)
    })
  },
)

test('what a listener does not understand is lost, and nothing else', async () => {
  const heard: string[] = []
  there.subscribe('pushes', (text) => heard.push(JSON.parse(text)))
  there.subscribe('pushes', (text) => heard.push(text))
  await eventually(() => {
    here.publish('pushes', 'no JSON')
    expect(heard).toContain('no JSON')
  })
  here.publish('pushes', '"JSON"')
  await eventually(() => expect(heard).toContain('JSON'))
})

test('a killed connection comes back and hears again', async () => {
  const heard = vi.fn()
  there.subscribe('sessions', heard)
  const before = await listening()
  expect(before).toHaveLength(2)
  for (const pid of before) {
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid])
  }
  // Nobody minds a message while there is no connection.
  here.publish('sessions', 'lost')
  await eventually(() => {
    here.publish('sessions', 'found')
    expect(heard).toHaveBeenCalledWith('found')
  })
  const after = await listening()
  expect(after).toHaveLength(2)
  expect(after).not.toEqual(expect.arrayContaining(before))
})

test('a closed one neither hears nor comes back', async () => {
  const short = openEvents(database.url, log)
  const heard = vi.fn()
  short.subscribe('sessions', heard)
  await eventually(() => {
    here.publish('sessions', 'now')
    expect(heard).toHaveBeenCalled()
  })
  await short.close()
  heard.mockClear()
  short.publish('sessions', 'late')
  here.publish('sessions', 'late')
  await eventually(async () => expect(await listening()).toHaveLength(2))
  expect(heard).not.toHaveBeenCalled()
})
