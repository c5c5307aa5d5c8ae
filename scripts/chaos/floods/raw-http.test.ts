import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { firstStatus, openConnection, pipeline } from './raw-http.ts'

const READ = { method: 'GET', path: '/' }
const READS = [READ, READ, READ]

/** @returns the port of a server that does this with each connection. */
async function serverThat(answers: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => undefined))
    answers(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return z.object({ port: z.int() }).parse(server.address()).port
}

test('every request of a pipeline has the status of its answer', async () => {
  const port = await serverThat((socket) =>
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\n\r\n'.repeat(READS.length)),
    ),
  )
  const { signal } = new AbortController()
  const statuses = await pipeline(openConnection(port), READS, signal)
  expect(statuses).toEqual(['200', '200', '200'])
})

test.each([
  ['closed', (socket: Socket) => socket.end('HTTP/1.1 429 No\r\n\r\n')],
  ['reset', (socket: Socket) => socket.resetAndDestroy()],
])('a connection that is %s ends its pipeline', async (_how, cut) => {
  const port = await serverThat((socket) =>
    socket.once('data', () => cut(socket)),
  )
  const { signal } = new AbortController()
  const statuses = await pipeline(openConnection(port), READS, signal)
  expect(statuses).toHaveLength(READS.length)
  expect(statuses.at(-1)).toBe('no answer')
})

test('the signal ends what is never answered', async () => {
  const stop = new AbortController()
  const port = await serverThat(() => stop.abort())
  const { signal } = stop
  const [first, all] = await Promise.all([
    firstStatus(openConnection(port), signal),
    pipeline(openConnection(port), READS, signal),
  ])
  expect(new Set([first, ...all])).toEqual(new Set(['no answer']))
})
