import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { coins } from '#core/money/coins.ts'
import { eventually } from '#testing/server/eventually.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import {
  openSleepingSocket,
  openSocket,
  type TestSocket,
} from '#testing/server/test-socket.ts'
import { type Identify, SocketHub } from './socket-hub.ts'

const server = await openTestServer()
const { client } = await server.newPlayer()
const { cookie } = client
const { host, hostname, port } = new URL(server.origin)

/** The status line's code when the API answers an upgrade with HTTP. */
async function refusal(headers: Parameters<typeof openSocket>[1]) {
  const error: unknown = await openSocket(server.origin, headers).catch(
    (reason) => reason,
  )
  return error instanceof Error ? error.message : 'opened'
}

/** Upgrades and then sends bytes as they are. @returns all that came back. */
function sendBytes(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const upgrade = request(`${server.origin}/ws`, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        Origin: server.origin,
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
      },
    })
    upgrade.on('error', reject)
    upgrade.on('upgrade', (_res, socket) => {
      const received: Buffer[] = []
      socket.on('data', (data) => received.push(data))
      socket.on('error', reject)
      // Who is told to close closes; the server need not wait for it.
      socket.on('data', () => socket.end())
      socket.on('close', () => resolve(Buffer.concat(received)))
      socket.write(bytes)
    })
    upgrade.end()
  })
}

/**
 * Asks for an upgrade as a client does that ignores the other end's FIN.
 *
 * @returns the answer, and what resolves when the other end has let go: only
 * then a write into the connection fails.
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

/** The code in a frame that closes; undefined when it is no such frame. */
function closeCode(frame: Buffer): number | undefined {
  return frame[0] === 0x88 ? frame.readUInt16BE(2) : undefined
}

test.each([
  ['another site', 'https://evil.example'],
  ['another port', 'http://127.0.0.1:1'],
  ['a host that begins like ours', `http://${host}.evil.example`],
  ['a sandboxed frame', 'null'],
])('%s may not connect, signed in or not', async (_from, origin) => {
  expect(await refusal({ origin, cookie })).toContain('403')
  expect(await refusal({ origin })).toContain('403')
})

test('who sends no origin is no browser and may not bring a cookie', async () => {
  expect(await refusal({ origin: undefined, cookie })).toContain('403')
  const { socket } = await openSocket(server.origin, { origin: undefined })
  expect(socket.readyState).toBe(socket.OPEN)
  socket.close()
})

test.each([
  ['/ws', 'https://evil.example', '403'],
  ['/socket', 'http://127.0.0.1', '404'],
])(
  'an upgrade of %s from %s is refused and let go, though its client never closes its end',
  async (path, origin, status) => {
    const { received, closed } = await upgradeHalfOpen(path, origin)
    expect(received).toContain(status)
    await closed
  },
)

test('visitors and players may connect, also with a cookie that is over', async () => {
  for (const sent of [undefined, cookie, 'sid=s%3Aover.signature']) {
    const { socket } = await openSocket(server.origin, { cookie: sent })
    expect(socket.readyState).toBe(socket.OPEN)
    socket.close()
  }
})

test('there is a socket at /ws only', async () => {
  const url = `${server.origin}/api/ws`
  const { status } = await new TestClient(server.origin).get('/ws')
  expect(status).toBe(404)
  await expect(openSocket(url)).rejects.toThrow('404')
})

test.each([
  ['a text', 'hello'],
  ['JSON', '{"type":"balance","balance":5}'],
  ['bytes', Buffer.from([1, 2, 3])],
  ['nothing', ''],
  ['1024 bytes', 'x'.repeat(1_024)],
])('a frame of %s ends the connection with a reason', async (_what, frame) => {
  const { socket, closed } = await openSocket(server.origin, { cookie })
  socket.send(frame)
  expect(await closed).toEqual({
    code: 1003,
    reason: 'This socket only speaks',
  })
})

test.each([
  ['1025 bytes', 1_025],
  ['a megabyte', 1_000_000],
])('a frame of %s is too big, and told so', async (_what, size) => {
  const { socket, closed } = await openSocket(server.origin, { cookie })
  socket.on('error', () => undefined)
  socket.send('x'.repeat(size))
  expect((await closed).code).toBe(1009)
})

test.each([
  ['a reserved bit', [0xf1, 0x80, 0, 0, 0, 0], 1002],
  ['an unknown opcode', [0x83, 0x80, 0, 0, 0, 0], 1002],
  ['no mask', [0x81, 0x01, 0x61], 1002],
  ['bytes that are no UTF-8', [0x81, 0x81, 0, 0, 0, 0, 0xff], 1007],
  ['a length of 2^63', [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], 1009],
])(
  'a malformed frame with %s is closed with its code',
  async (_what, bytes, code) => {
    expect(closeCode(await sendBytes(Buffer.from(bytes)))).toBe(code)
  },
)

test('a ping is answered', async () => {
  const { socket } = await openSocket(server.origin)
  const pong = new Promise((resolve) => socket.on('pong', resolve))
  socket.ping()
  await pong
  socket.close()
})

test('a socket ends with its session, also when nobody tells', async () => {
  const sessions = new Map([
    ['leaving', { userId: 'one', digest: 'first' }],
    ['staying', { userId: 'two', digest: 'second' }],
  ])
  const { origin } = await openHub((cookie = '') => sessions.get(cookie))
  const visiting = await openSocket(origin)
  const stays = await openSocket(origin, { cookie: 'staying' })
  const leaves = await openSocket(origin, { cookie: 'leaving' })
  sessions.delete('leaving')
  expect(await leaves.closed).toEqual({ code: 4401, reason: 'Signed out' })
  for (const { socket } of [visiting, stays]) {
    expect(socket.readyState).toBe(socket.OPEN)
    socket.close()
  }
})

test('a socket stays while nobody can tell whether its session does', async () => {
  let checks = 0
  const { origin } = await openHub(async () => {
    checks += 1
    if (checks > 1) throw new Error('the database is away')
    return { userId: 'one', digest: 'first' }
  })
  const { socket } = await openSocket(origin, { cookie: 'mine' })
  await eventually(() => expect(checks).toBeGreaterThan(2))
  expect(socket.readyState).toBe(socket.OPEN)
  socket.close()
})

test('a browser that answers no ping is cut off', async () => {
  const { origin } = await openHub(() => undefined)
  const { cutOff } = await openSleepingSocket(origin)
  await cutOff
})

/** Often, but a busy process has to answer a ping within it. */
const CHECK_EVERY_MS = 2_000

/**
 * A hub of its own that looks after its sockets often, if not said otherwise.
 */
async function openHub(identify: Identify, checkEveryMs = CHECK_EVERY_MS) {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const isOwnOrigin = () => true
  const limits = { trustProxyHops: 0, socketsPerNetwork: 500 }
  const options = { identify, isOwnOrigin, checkEveryMs, ...limits }
  const hub = new SocketHub(options)
  hub.attach(server)
  const { port } = z.object({ port: z.int() }).parse(server.address())
  return { hub, server, origin: `http://127.0.0.1:${port}` }
}

test('who reads nothing of what is told is cut off, and others hear all of it', async () => {
  const neverMs = 600_000
  const { hub, server, origin } = await openHub(() => undefined, neverMs)
  const accepted = once(server, 'connection')
  const asleep = await openSocket(origin)
  const [atServer] = await accepted
  const cutOff = once(atServer, 'close')
  let isCutOff = false
  cutOff.then(() => {
    isCutOff = true
  })
  asleep.socket.pause()
  const { socket, next } = await openSocket(origin)

  let told = 0
  while (!isCutOff) {
    // Less than who reads may be behind, as often as the kernel has room for.
    for (let one = 0; one < 200; one += 1) {
      told += 1
      hub.broadcast({ type: 'balance', timestamp: told, balance: coins(1) })
    }
    for (let one = 0; one < 200; one += 1) await next()
    expect(told).toBeLessThan(1_000_000)
  }
  expect(socket.readyState).toBe(socket.OPEN)
  socket.close()
  asleep.socket.terminate()
})

async function openMany(
  count: number,
  origin: string,
  headers: Parameters<typeof openSocket>[1],
): Promise<TestSocket[]> {
  const opening = Array.from({ length: count }, () =>
    openSocket(origin, headers),
  )
  return Promise.all(opening)
}

test('a player has 50 sockets and no more; others are let in', async () => {
  const crowd = await server.newPlayer()
  const mine = { cookie: crowd.client.cookie }
  const open = await openMany(50, server.origin, mine)
  expect(await refusal(mine)).toContain('429')
  const other = await openSocket(server.origin, { cookie })
  other.socket.close()
  open[0]?.socket.close()
  await open[0]?.closed
  open[0] = await openSocket(server.origin, mine)
  for (const { socket } of open) socket.close()
})

test('a network has as many sockets as are set, and no more; others are let in', async () => {
  const env = { TRUST_PROXY_HOPS: '1', SOCKETS_PER_NETWORK: '20' }
  const { origin } = await server.startApi({ env })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const open = await openMany(20, origin, from('2001:db8::1'))
  const oneMore = openSocket(origin, from('1.2.3.4, 2001:db8::2'))
  await expect(oneMore).rejects.toThrow('429')
  open.push(await openSocket(origin, from('2001:db8:1::1')))
  for (const { socket } of open) socket.close()
})

test('when the house closes it tells that it comes back', async () => {
  const api = await server.startApi()
  const { closed } = await openSocket(api.origin)
  await api.close()
  expect(await closed).toEqual({ code: 1001, reason: 'Restarting' })
})
