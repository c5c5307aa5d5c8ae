import { expect, test } from 'vitest'
import { FLIP_PATH } from '#testing/player/flip-coin.ts'
import type { TestHeaders } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const { host } = new URL(server.origin)
const { client } = await server.newPlayer()

const BET = { betAmount: 1, choice: 'heads' }

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a sister site', { 'Sec-Fetch-Site': 'same-site' }],
  ['something new', { 'Sec-Fetch-Site': 'next-door' }],
  ['another host', { Origin: 'https://evil.example' }],
  ['another port', { Origin: 'http://127.0.0.1:1' }],
  ['a host that begins like ours', { Origin: `http://${host}.evil.example` }],
  ['ours as a user name', { Origin: `http://${host}@evil.example` }],
  ['a sandboxed frame', { Origin: 'null' }],
  ['nothing readable', { Origin: 'nonsense' }],
  ['our host by another scheme', { Origin: `https://${host}` }],
  [
    'another host, whatever else it says',
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
  ],
])('a POST from %s is refused', async (_from, headers) => {
  const answer = await client.post(FLIP_PATH, BET, headers)
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ code: 'forbidden' })
})

test.each([
  ['logout', 'POST', '/api/logout'],
  ['reset', 'POST', '/api/user/reset-balance'],
  ['a client seed', 'PUT', '/api/fairness/client-seed'],
])('so is %s, and it has no effect', async (_what, method, path) => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  const answer = await client.send(path, { method, headers })
  expect(answer.status).toBe(403)
  expect((await client.get('/api/user')).status).toBe(200)
})

test.each([
  ['our own pages', { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' }],
  ['a client that is no browser', {}],
  ['the user themselves', { 'Sec-Fetch-Site': 'none' }],
])('a POST from %s is taken', async (_from, headers) => {
  const answer = await client.post(FLIP_PATH, BET, headers)
  expect(answer.status).toBe(200)
})

test('a site on the open net is known by its address, not by the Host header', async () => {
  const env = { PUBLIC_URL: 'https://casino.example', TRUST_PROXY_HOPS: '1' }
  const { origin } = await server.startApi({ env })
  const away = client.at(origin)
  const post = (headers: TestHeaders) => away.post(FLIP_PATH, BET, headers)
  const own = { Origin: 'https://casino.example' }
  const local = { Origin: server.origin }
  expect((await post(own)).status).toBe(200)
  expect((await post(local)).status).toBe(403)
  expect((await post({ Origin: origin })).status).toBe(403)
})

test('another site may read what is public', async () => {
  const headers = { Origin: 'https://fan.example' }
  expect((await client.get('/api/casino-stats', headers)).status).toBe(200)
})

test('no answer invites another site to read it', async () => {
  const answer = await client.get('/api/user', {
    Origin: 'https://evil.example',
  })
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('POSTs without a body need no content type', async () => {
  const player = await server.newPlayer()
  const reset = await player.client.post('/api/user/reset-balance')
  expect(reset.status).toBe(200)
  expect((await player.client.post('/api/logout')).status).toBe(204)
})
