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
  const statuses = await pipeline(port, READS, signal)
  expect(statuses).toEqual(['200', '200', '200'])
})

test('who is cut off sends the rest over another connection', async () => {
  const port = await serverThat((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 429 No\r\n\r\n')),
  )
  const { signal } = new AbortController()
  expect(await pipeline(port, READS, signal)).toEqual(['429', '429', '429'])
})

test('who was cut off keeps 30 requests unanswered and no more', async () => {
  let isCutOff = false
  const waiting: number[] = []
  const port = await serverThat((socket) => {
    socket.setEncoding('latin1')
    if (!isCutOff) {
      isCutOff = true
      socket.once('data', () => socket.end('HTTP/1.1 429 No\r\n\r\n'))
      return
    }
    socket.on('data', (data) => {
      const count = String(data).split('GET ').length - 1
      waiting.push(count)
      socket.write('HTTP/1.1 200 OK\r\n\r\n'.repeat(count))
    })
  })
  const { signal } = new AbortController()
  const reads = Array.from({ length: 100 }, () => READ)
  const statuses = await pipeline(port, reads, signal)
  expect(statuses.filter((status) => status === '200')).toHaveLength(99)
  expect(Math.max(...waiting)).toBe(30)
})

test('who is cut off twice without an answer gives up', async () => {
  let connections = 0
  const port = await serverThat((socket) => {
    connections += 1
    socket.once('data', () => socket.resetAndDestroy())
  })
  const { signal } = new AbortController()
  const statuses = await pipeline(port, READS, signal)
  expect(new Set(statuses)).toEqual(new Set(['no answer']))
  expect(connections).toBe(2)
})

test('the signal ends what is never answered', async () => {
  const stop = new AbortController()
  const port = await serverThat(() => stop.abort())
  const { signal } = stop
  const [first, all] = await Promise.all([
    firstStatus(openConnection(port), signal),
    pipeline(port, READS, signal),
  ])
  expect(new Set([first, ...all])).toEqual(new Set(['no answer']))
})
