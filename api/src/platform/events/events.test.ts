import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { hasNatsServer, startNatsServer } from '#testing/process/nats-server.ts'
import { eventually } from '#testing/server/eventually.ts'
import { makeLogger } from '../logger.ts'
import { type Events, openEvents } from './events.ts'

const log = makeLogger('silent')

type Carrier = {
  url: string
  /** Ends all connections; new ones are accepted. */
  cut: () => Promise<void>
  close: () => Promise<void>
}

async function openPostgres(): Promise<Carrier> {
  const { url, pool, close } = await createTestDatabase()
  const listening = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND backend_type = 'client backend'
         AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_stat_activity%'`,
    )
    return rows.map(({ pid }) => pid)
  }
  return {
    url,
    close,
    async cut() {
      const before = await listening()
      expect(before).toHaveLength(2)
      for (const pid of before)
        await pool.query('SELECT pg_terminate_backend($1)', [pid])
    },
  }
}

async function openNats(): Promise<Carrier> {
  const { restart, ...server } = await startNatsServer()
  return { ...server, cut: () => restart() }
}

test.skipIf(!hasNatsServer)(
  'events by NATS arrive again after it refused the password several times',
  async () => {
    const server = await startNatsServer()
    const warn = vi.spyOn(log, 'warn')
    const events = openEvents(server.url, log)
    onTestFinished(async () => {
      warn.mockRestore()
      await events.close()
      await server.close()
    })
    const listener = vi.fn()
    events.subscribe('races', listener)
    const arrives = (text: string) =>
      eventually(() => {
        events.publish('races', text)
        expect(listener).toHaveBeenCalledWith(text)
      })
    await arrives('before')
    await server.restart('second')
    // The end of the first server's connection, then refusals.
    await eventually(() => expect(warn.mock.calls.length).toBeGreaterThan(3))
    await server.restart('first')
    await arrives('after')
  },
)

const CARRIERS = [
  { name: 'by LISTEN', open: openPostgres, isHere: true },
  {
    name: 'by NATS (skipped without nats-server)',
    open: openNats,
    isHere: hasNatsServer,
  },
]

for (const { name, open, isHere } of CARRIERS) {
  describe.skipIf(!isHere)(`events ${name}`, () => {
    let carrier: Carrier
    let here: Events
    let there: Events

    beforeAll(async () => {
      carrier = await open()
      here = openEvents(carrier.url, log)
      there = openEvents(carrier.url, log)
    })
    afterAll(async () => {
      await Promise.all([here.close(), there.close()])
      await carrier.close()
    })

    test('reach all subscribers of a channel, in this process too', async () => {
      const received = new Set<string>()
      here.subscribe('balances', (text) => received.add(`here ${text}`))
      there.subscribe('balances', (text) => received.add(`there ${text}`))
      there.subscribe('balances', (text) => received.add(`there too ${text}`))
      there.subscribe('sessions', (text) => received.add(`sessions ${text}`))
      const all = new Set(['here hello', 'there hello', 'there too hello'])
      await eventually(() => {
        here.publish('balances', 'hello')
        expect(received).toEqual(all)
      })
    })

    test('arrive in order, even after a listener fails', async () => {
      const received = new Set<string>()
      there.subscribe('pushes', (text) => JSON.parse(text))
      there.subscribe('pushes', (text) => received.add(text))
      await eventually(() => {
        here.publish('pushes', 'no JSON')
        expect(received).toContain('no JSON')
      })
      const texts = [
        '{"two": 2}',
        'a, \'b\' and "c"',
        "it's; DROP TABLE users --",
        '\\ " $1 %s',
        'Бенди 🦄',
      ]
      here.publish('pushes', ...texts)
      await eventually(() =>
        expect([...received]).toEqual(['no JSON', ...texts]),
      )
    })

    test('are dropped without an error once the publisher is closed', async () => {
      const publisher = openEvents(carrier.url, log)
      const listener = vi.fn()
      here.subscribe('races', listener)
      await eventually(() => {
        publisher.publish('races', 'early')
        expect(listener).toHaveBeenCalled()
      })
      await publisher.close()
      expect(() => publisher.publish('races', 'late')).not.toThrow()
    })

    test('arrive again after the connections were cut', async () => {
      const listener = vi.fn()
      there.subscribe('sessions', listener)
      await carrier.cut()
      // Publishing does not throw without a connection.
      here.publish('sessions', 'while cut')
      await eventually(() => {
        here.publish('sessions', 'after')
        expect(listener).toHaveBeenCalledWith('after')
      })
    })
  })
}
