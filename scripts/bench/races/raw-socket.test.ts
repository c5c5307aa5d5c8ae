import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { RawSocket } from './raw-socket.ts'

async function serverWith(options: object = {}) {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server = new WebSocketServer({ server: http, path: '/ws', ...options })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    http.close()
  })
  const { port } = http.address() as AddressInfo
  const texts: string[] = []
  const opening = RawSocket.open(
    { url: `http://127.0.0.1:${port}`, cookie: 'sid=any' },
    (text) => void texts.push(text.toString()),
  )
  return { server, opening, texts }
}

async function connected() {
  const { server, opening, texts } = await serverWith()
  const [[client], socket] = await Promise.all([
    once(server, 'connection'),
    opening,
  ])
  onTestFinished(() => socket.close())
  return { client, socket, texts }
}

test('texts of any length are handed on in their order', async () => {
  const { client, texts } = await connected()
  const sent = ['', 'short', 'x'.repeat(126), 'y'.repeat(60_000), 'last']
  for (const text of sent) client.send(text)
  await expect.poll(() => texts).toEqual(sent)
})

test('a ping is answered', async () => {
  const { client } = await connected()
  const answered = once(client, 'pong')
  client.ping()
  await answered
})

test('who sleeps hears nothing and answers nothing, and finds its end on waking', async () => {
  const { client, socket, texts } = await connected()
  socket.sleep()
  client.send('unheard')
  client.terminate()
  expect(texts).toEqual([])
  await socket.ended()
  expect(texts).toEqual(['unheard'])
})

test('a socket that is refused does not open', async () => {
  const { opening } = await serverWith({ verifyClient: () => false })
  await expect(opening).rejects.toThrow('401')
})
