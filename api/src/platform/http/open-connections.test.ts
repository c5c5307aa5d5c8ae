import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/server/eventually.ts'
import { listen } from '#testing/server/listen.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { createOpenConnections } from './open-connections.ts'

const server = await openTestServer()

/** Opens an idle connection from a loopback address. */
async function idle(origin: string, localAddress = '127.0.0.1') {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  return { socket, closed }
}

async function readStatus(
  socket: Socket,
  path: string,
): Promise<string | undefined> {
  const answer = once(socket, 'data').then(([data]) => String(data))
  const cut = once(socket, 'close').then(() => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`)
  const text = await Promise.race([answer, cut])
  return /^HTTP\/1\.1 (\d{3})/.exec(text ?? '')?.[1]
}

async function findStatus(
  origin: string,
  path: string,
  localAddress?: string,
): Promise<string | undefined> {
  const { socket } = await idle(origin, localAddress)
  const status = await readStatus(socket, path)
  socket.destroy()
  return status
}

test('bounds the connections of a network, and of no other', async () => {
  const env = { CONNECTIONS_PER_NETWORK: '3' }
  const { origin } = await server.startApi({ env })
  const [first] = [await idle(origin), await idle(origin), await idle(origin)]
  const more = await idle(origin)
  await more.closed
  expect(await findStatus(origin, '/healthz', '127.0.0.2')).toBe('200')
  first.socket.destroy()
  await eventually(async () =>
    expect(await findStatus(origin, '/healthz')).toBe('200'),
  )
})

test('does not bound a network behind a proxy', async () => {
  const env = { CONNECTIONS_PER_NETWORK: '1', TRUST_PROXY_HOPS: '1' }
  const { origin } = await server.startApi({ env })
  await idle(origin)
  expect(await findStatus(origin, '/healthz')).toBe('200')
})

test('accepts only health checks beyond the total', async () => {
  const env = { CONNECTIONS_MAX: '3' }
  const { origin } = await server.startApi({ env })
  const [first] = [await idle(origin), await idle(origin), await idle(origin)]
  expect(await findStatus(origin, '/healthz')).toBe('200')
  expect(await findStatus(origin, '/readyz')).toBe('200')
  expect(await findStatus(origin, '/api/casino-stats')).toBe('503')
  expect(await readStatus(first.socket, '/api/casino-stats')).toBe('200')
})

test('replaces the oldest connection for health checks', async () => {
  const server = createServer()
  const origin = await listen(server)
  // Outlasts the test, so that only a newer connection closes the oldest.
  const reservedForMs = 600_000
  const limits = { max: 1, perNetwork: 100, reservedForMs }
  const connections = createOpenConnections(limits)
  onTestFinished(() => connections.destroyAll())
  connections.watch(server)
  await idle(origin)
  const oldest = await idle(origin)
  for (let more = 0; more < 8; more += 1) await idle(origin)
  await oldest.closed
})
