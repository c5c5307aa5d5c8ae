import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { HttpClient } from './http-client.ts'

const withinMs = 60_000

/** @returns the URL of a server with this handler. */
async function serverOf(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.int() }).parse(server.address())
  return `http://127.0.0.1:${port}`
}

// Other systems have 127.0.0.1 alone.
test.runIf(process.platform === 'linux')(
  'requests come from the address that was asked for',
  async () => {
    const url = await serverOf(({ socket }, response) => {
      response.end(socket.remoteAddress)
    })
    const client = new HttpClient({ localAddress: '127.0.0.2' })
    const answer = await client.send(url, { withinMs })
    expect(answer).toEqual({ status: 200, text: '127.0.0.2' })
  },
)

test('a body arrives, and a refusal is an answer', async () => {
  const url = await serverOf(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    response.writeHead(418).end(`${request.method} ${body}`)
  })
  const answer = await new HttpClient().send(url, {
    method: 'POST',
    body: 'tea',
    withinMs,
  })
  expect(answer).toEqual({ status: 418, text: 'POST tea' })
})

test('half an answer is none', async () => {
  const url = await serverOf((_request, response) => {
    response.writeHead(200, { 'content-length': 10 })
    response.write('half', () => response.destroy())
  })
  await expect(new HttpClient().send(url, { withinMs })).rejects.toThrow()
})
