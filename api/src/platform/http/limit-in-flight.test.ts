import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { eventually } from '#testing/server/eventually.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { limitPipelining } from './limit-in-flight.ts'

const server = await openTestServer()

/** The database's connections are held while these are asked. */
const NEEDS_NO_DATABASE = '/api/auth/siwe'

/**
 * Writes requests one behind the other. @returns what comes back until the
 * other end closes.
 */
async function pipelined(
  origin: string,
  requests: readonly string[],
): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.write(requests.join(''))
  await once(socket, 'close')
  return received
}

function get(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'here', ...headers })
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `GET ${path} HTTP/1.1\r\n${text}\r\n`
}

const statusesOf = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)

const times = <T>(count: number, item: T): T[] => Array(count).fill(item)

/**
 * Holds every look at a table until released, so that requests stay under way.
 */
async function holdTable(table: 'rounds' | 'transactions') {
  const holder = await server.pool.connect()
  let isHeld = true
  async function release() {
    if (isHeld) await holder.query('ROLLBACK')
    if (isHeld) holder.release()
    isHeld = false
  }
  onTestFinished(release)
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  return release
}

test('a connection may have 32 requests under way; one more ends it', async () => {
  const release = await holdTable('rounds')
  const answers = pipelined(server.origin, [
    ...times(32, get(`/api/verify/${randomUUID()}`)),
    ...times(100, get(NEEDS_NO_DATABASE)),
  ])
  await release()
  expect(statusesOf(await answers)).toEqual([...times(32, '404'), '429'])
})

test('what follows a request too many is not even looked at', async () => {
  let taken = 0
  let refused = 0
  const limit = limitPipelining()
  const app = express()
  app.use((req, res) => {
    limit(req, res, (error) => {
      if (error) refused += 1
      else taken += 1
    })
  })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(times(100, get('/')).join(''))
  await eventually(() => expect(refused).toBeGreaterThan(0))
  expect({ taken, refused }).toEqual({ taken: 32, refused: 1 })
})

test('what a lost connection had under way is not counted any more', async () => {
  const env = { REQUESTS_PER_NETWORK: '20' }
  const { origin } = await server.startApi({ env })
  const { hostname, port } = new URL(origin)
  const visitor = new TestClient(origin)
  const statusOf = async () => (await visitor.get(NEEDS_NO_DATABASE)).status
  const release = await holdTable('rounds')
  const lost = connect(Number(port), hostname)
  lost.write(times(20, get(`/api/verify/${randomUUID()}`)).join(''))
  await eventually(async () => expect(await statusOf()).toBe(429))
  lost.destroy()
  await eventually(async () => expect(await statusOf()).toBe(200))
  await release()
})

test('a network has so many requests under way and no more; others are let in', async () => {
  const env = { REQUESTS_PER_NETWORK: '20', TRUST_PROXY_HOPS: '1' }
  const { origin } = await server.startApi({ env })
  const visitor = new TestClient(origin)
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  const release = await holdTable('rounds')
  const waiting = times(20, '203.0.113.4').map((address) =>
    visitor.get(`/api/verify/${randomUUID()}`, from(address)),
  )
  await eventually(async () => {
    const more = await visitor.get(NEEDS_NO_DATABASE, from('203.0.113.4'))
    expect(more.status).toBe(429)
    expect(more.headers.get('Retry-After')).toBe('1')
  })
  const other = await visitor.get(NEEDS_NO_DATABASE, from('203.0.113.5'))
  expect(other.status).toBe(200)
  expect((await visitor.get('/healthz', from('203.0.113.4'))).status).toBe(200)
  await release()
  for (const answer of await Promise.all(waiting)) {
    // Or waited for a connection for too long.
    expect([404, 503]).toContain(answer.status)
  }
})

test('a player has 100 requests under way over all connections and no more', async () => {
  const { client } = await server.newPlayer()
  const other = await server.newPlayer()
  // Behind these their sessions are cached: the database is not asked below.
  for (const player of [client, other.client]) await player.get('/api/user')
  const empty = (player: TestClient) => player.put('/api/limits', {})
  const release = await holdTable('transactions')
  const waiting = times(100, '/api/transactions').map((path) =>
    client.get(path),
  )
  await eventually(async () => {
    const more = await empty(client)
    expect(more.status).toBe(429)
    expect(more.body).toMatchObject({ code: 'too_many_requests' })
  })
  expect((await empty(other.client)).status).toBe(400)
  await release()
  for (const answer of await Promise.all(waiting)) {
    // Or waited for a connection for too long.
    expect([200, 503]).toContain(answer.status)
  }
  expect((await empty(client)).status).toBe(400)
})
