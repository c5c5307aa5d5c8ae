import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { listen } from '#testing/server/listen.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openRawSocket, openSocket } from '#testing/server/test-socket.ts'
import { createSocketHub, type Identify } from './sockets.ts'

const SOCKETS_PER_NETWORK = 60
const server = await openTestServer({
  env: {
    TRUST_PROXY_HOPS: '1',
    SOCKETS_PER_NETWORK: String(SOCKETS_PER_NETWORK),
  },
})
const { client } = await server.newPlayer()
const crowd = await server.newPlayer()
const { cookie } = client
const { host, hostname, port } = new URL(server.origin)

async function refusal(headers: Parameters<typeof openSocket>[1]) {
  const error: unknown = await openSocket(server.origin, headers).catch(
    (reason) => reason,
  )
  return error instanceof Error ? error.message : 'opened'
}

/**
 * Requests an upgrade like a client that ignores FIN.
 *
 * @returns the response, and a promise that resolves when the server has
 * destroyed the socket: only then a write fails.
 */
async function upgradeHalfOpen(path: string, origin: string) {
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
  })
  onTestFinished(() => void socket.destroy())
  const writing = setInterval(() => socket.write('x'), 20)
  const closed = once(socket, 'error')
  socket.on('close', () => clearInterval(writing))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
  )
  const [received] = await once(socket, 'data')
  return { received: String(received), closed }
}

test.each([
  ['another site', 'https://evil.example'],
  ['another port', 'http://127.0.0.1:1'],
  ['a host that begins like ours', `http://${host}.evil.example`],
  ['a sandboxed frame', 'null'],
])('refuses %s, signed in or not', async (_from, origin) => {
  expect(await refusal({ origin, cookie })).toContain('403')
  expect(await refusal({ origin })).toContain('403')
})

test('rejects a cookie from a client without an Origin', async () => {
  expect(await refusal({ origin: undefined, cookie })).toContain('403')
  const { socket } = await openSocket(server.origin, { origin: undefined })
  socket.close()
})

test.each([
  ['/ws', 'https://evil.example', '403'],
  ['/socket', 'http://127.0.0.1', '404'],
])(
  'destroys the socket of a refused upgrade: %s from %s',
  async (path, origin, status) => {
    const { received, closed } = await upgradeHalfOpen(path, origin)
    expect(received).toContain(status)
    await closed
  },
)

test('accepts visitors, players and expired cookies', async () => {
  for (const sent of [undefined, cookie, 'sid=s%3Aover.signature']) {
    const { socket } = await openSocket(server.origin, { cookie: sent })
    socket.close()
  }
})

test('accepts upgrades at /ws only', async () => {
  const { status } = await new TestClient(server.origin).get('/ws')
  expect(status).toBe(404)
  await expect(openSocket(`${server.origin}/api/ws`)).rejects.toThrow('404')
})

const NO_SPEAKER = { code: 1003, reason: 'This socket only speaks' }

test.each([
  ['a text', 'hello', NO_SPEAKER],
  ['bytes', Buffer.from([1, 2, 3]), NO_SPEAKER],
  ['1024 bytes', 'x'.repeat(1_024), NO_SPEAKER],
  ['1025 bytes', 'x'.repeat(1_025), { code: 1009 }],
  ['a megabyte', 'x'.repeat(1_000_000), { code: 1009 }],
])('closes at a frame of %s with a reason', async (_what, frame, end) => {
  const { socket, closed } = await openSocket(server.origin, { cookie })
  socket.on('error', () => undefined)
  socket.send(frame)
  expect(await closed).toMatchObject(end)
})

const CHECK_EVERY_MS = 30_000

/** A hub that checks its sockets when the test advances it. */
async function openHub(identify: Identify) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  const origin = await listen(server)
  const isOwnOrigin = () => true
  const limits = { trustProxyHops: 0, socketsPerNetwork: 500 }
  const hub = createSocketHub({ identify, isOwnOrigin, ...limits })
  hub.attach(server)
  return {
    hub,
    server,
    origin,
    check: () => void vi.advanceTimersByTime(CHECK_EVERY_MS),
  }
}

test('closes with its session when the event was lost', async () => {
  const sessions = new Map([
    ['leaving', { userId: 'one', digest: 'first' }],
    ['staying', { userId: 'two', digest: 'second' }],
  ])
  const hub = await openHub((cookie = '') => sessions.get(cookie))
  const { origin, check } = hub
  const visiting = await openSocket(origin)
  const stays = await openSocket(origin, { cookie: 'staying' })
  const leaves = await openSocket(origin, { cookie: 'leaving' })
  sessions.delete('leaving')
  check()
  expect(await leaves.closed).toEqual({ code: 4401, reason: 'Signed out' })
  for (const { socket } of [visiting, stays]) {
    expect(socket.readyState).toBe(socket.OPEN)
    socket.close()
  }
})

test('stays open while its session can’t be resolved', async () => {
  let lookups = 0
  const { origin, check } = await openHub(async () => {
    lookups += 1
    if (lookups > 1) throw new Error('the database is away')
    return { userId: 'one', digest: 'first' }
  })
  const { socket } = await openSocket(origin, { cookie: 'mine' })
  check()
  expect(lookups).toBe(2)
  socket.ping()
  await once(socket, 'pong')
  expect(socket.readyState).toBe(socket.OPEN)
  socket.close()
})

test('closes when a ping is unanswered', async () => {
  const { origin, check } = await openHub(() => undefined)
  const cutOff = once((await openRawSocket(origin)).resume(), 'close')
  check()
  check()
  await cutOff
})

/** Long, but below the limit of unread bytes. */
const BETS = [
  {
    id: '01890000-0000-7000-8000-0000000000be',
    player: 'x'.repeat(50_000),
    gameType: 'Coin Flip',
    stake: coins(1),
    payout: coins(0),
    settledAt: '2026-03-01T12:00:00.000Z',
  },
]

test('closes when its browser does not read, while others get every message', async () => {
  const { hub, server, origin } = await openHub(() => undefined)
  const accepted = once(server, 'connection')
  const asleep = await openSocket(origin)
  const [atServer] = await accepted
  let isCutOff = false
  atServer.on('close', () => {
    isCutOff = true
  })
  asleep.socket.pause()
  const { socket, feed } = await openSocket(origin)

  let sent = 0
  while (!isCutOff) {
    const received = once(socket, 'message')
    sent += 1
    hub.broadcast({ type: 'feed', timestamp: sent, bets: BETS })
    await received
    expect(sent).toBeLessThan(10_000)
  }
  expect(feed).toHaveLength(sent)
  expect(socket.readyState).toBe(socket.OPEN)
  socket.close()
  asleep.socket.terminate()
})

test.each([
  ['a player', 50, { cookie: crowd.client.cookie }, { cookie }],
  [
    'a network',
    SOCKETS_PER_NETWORK,
    { 'x-forwarded-for': '1.2.3.4, 2001:db8::1' },
    { 'x-forwarded-for': '2001:db8:1::1' },
  ],
])('bounds the sockets of %s, and of no other', async (...given) => {
  const [_whose, most, mine, others] = given
  const open = await Promise.all(
    Array.from({ length: most }, () => openSocket(server.origin, mine)),
  )
  expect(await refusal(mine)).toContain('429')
  open.push(await openSocket(server.origin, others))
  open[0]?.socket.close()
  await open[0]?.closed
  open.push(await openSocket(server.origin, mine))
  for (const { socket } of open) socket.close()
})
