import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { listen } from '#testing/server/listen.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { limitInFlight } from './limit-in-flight.ts'

const server = await openTestServer()
const OF_NETWORK = 20
const narrow = await server.startApi({
  env: { REQUESTS_PER_NETWORK: String(OF_NETWORK), TRUST_PROXY_HOPS: '1' },
})

/** Answers while all database connections are blocked. */
const NEEDS_NO_DATABASE = '/api/auth/siwe'

function pipeline(origin: string, requests: readonly string[]) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(requests.join(''))
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`
const getRecord = () => get(`/api/verify/${randomUUID()}`)

const times = <T>(count: number, item: T): T[] => Array(count).fill(item)

/** Blocks requests that read a table. */
const holdTable = (table: 'rounds' | 'sports_bets') =>
  openTransaction(server.pool, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)

test('disconnects a client with more than 32 pending requests', async () => {
  const release = await holdTable('rounds')
  const full = pipeline(server.origin, [
    ...times(31, getRecord()),
    'GET /none HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n',
  ])
  const over = pipeline(server.origin, times(33, getRecord()))
  const answers = text(full)
  expect(await text(over)).toBe('')
  await release()
  const statuses = (await answers).match(/(?<=HTTP\/1\.1 )\d{3}/g)
  expect(statuses).toEqual(times(32, '404'))
})

test('does not parse requests beyond the limit', async () => {
  let parsed = 0
  const limit = limitInFlight(1_000)
  const app = express()
  app.use((req, res) => {
    parsed += 1
    limit(req, res, () => undefined)
  })
  const origin = await listen(createServer(app))
  const flood = pipeline(origin, times(1_000, get('/')))
  expect(await text(flood)).toBe('')
  expect(parsed).toBe(33)
})

test('stops counting requests of a lost connection', async () => {
  const visitor = new TestClient(narrow.origin)
  const readStatus = async () => (await visitor.get(NEEDS_NO_DATABASE)).status
  const release = await holdTable('rounds')
  const lost = pipeline(narrow.origin, times(OF_NETWORK, getRecord()))
  await eventually(async () => expect(await readStatus()).toBe(429))
  lost.destroy()
  await eventually(async () => expect(await readStatus()).toBe(200))
  await release()
})

test('bounds the concurrent requests of a network, and of no other', async () => {
  const visitor = new TestClient(narrow.origin)
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  const release = await holdTable('rounds')
  const waiting = times(OF_NETWORK, '203.0.113.4').map((address) =>
    visitor.get(`/api/verify/${randomUUID()}`, from(address)),
  )
  await eventually(async () => {
    const more = await visitor.get(NEEDS_NO_DATABASE, from('203.0.113.4'))
    expect(more.status).toBe(429)
    expect(more.headers.get('Retry-After')).toBe('1')
  })
  const other = await visitor.get(NEEDS_NO_DATABASE, from('203.0.113.5'))
  expect(other.status).toBe(200)
  for (const path of ['/healthz', '/docs/openapi.json', '/no/such/page']) {
    const more = await visitor.get(path, from('203.0.113.4'))
    expect([path, more.status]).toEqual([path, 429])
  }
  await release()
  for (const answer of await Promise.all(waiting)) {
    // 503 when it waited too long for a connection.
    expect([404, 503]).toContain(answer.status)
  }
})

test('bounds the concurrent requests of a player to 100 over all connections', async () => {
  const { client } = await server.newPlayer()
  const other = await server.newPlayer()
  // Caches their sessions, since the database is blocked below.
  for (const player of [client, other.client]) await player.get('/api/user')
  const empty = (player: TestClient) => player.put('/api/limits', {})
  const release = await holdTable('sports_bets')
  const waiting = times(100, '/api/sports/bets').map((path) => client.get(path))
  await eventually(async () => {
    const more = await empty(client)
    expectCode(more, 'too_many_requests')
  })
  expect((await empty(other.client)).status).toBe(400)
  await release()
  for (const answer of await Promise.all(waiting)) {
    expect([200, 503]).toContain(answer.status)
  }
  expect((await empty(client)).status).toBe(400)
})

test('reads four lists at a time without delaying other requests', async () => {
  const { client, username } = await server.newPlayer()
  const player = client.at(narrow.origin)
  const release = await holdTable('rounds')
  const lists = Array.from({ length: 100 }, (_, index) =>
    new TestClient(narrow.origin).get(`/api/verify/${randomUUID()}`, {
      'X-Forwarded-For': `203.0.113.${index % 50}`,
    }),
  )
  await eventually(async () =>
    expect(await waitingForLocks(server.pool)).toBe(4),
  )
  const others = [
    // A login ends the session that it comes with.
    new TestClient(narrow.origin).post('/api/login', {
      username,
      password: PASSWORD,
    }),
    ...['/readyz', '/api/user', '/api/limits'].map((path) => player.get(path)),
  ]
  for (const { status } of await Promise.all(others)) expect(status).toBe(200)
  expect(await waitingForLocks(server.pool)).toBe(4)
  await release()
  for (const { status } of await Promise.all(lists)) expect(status).toBe(404)
})
