import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { SITE } from '#testing/chain/test-wallet.ts'
import { FLIP_PATH, placeFlip } from '#testing/player/flip-coin.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { ownOrigin } from './cross-site.ts'

const server = await openTestServer({ env: { PUBLIC_URL: SITE.origin } })
const { client } = await server.newPlayer()

test.each([
  ['another host', { Origin: 'https://evil.example' }],
  ['the address of this API', { Origin: server.origin }],
])('refuses a bet from %s', async (_from, headers) => {
  const answer = await placeFlip(client, 1, headers)
  expectCode(answer, 'forbidden')
})

test.each([
  ['POST', '/api/logout'],
  ['POST', '/api/user/reset-balance'],
  ['PUT', '/api/fairness/client-seed'],
  ['PATCH', FLIP_PATH],
])('refuses %s %s from another site, with no effect', async (method, path) => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  const answer = await client.send(path, { method, headers })
  expect(answer.status).toBe(403)
  expect((await client.get('/api/user')).status).toBe(200)
})

test.each([
  ['its own pages', { Origin: SITE.origin }],
  ['clients that are no browsers', {}],
])('accepts a bet from %s', async (_from, headers) => {
  expect((await placeFlip(client, 1, headers)).status).toBe(200)
})

test('answers cross-site reads without CORS headers', async () => {
  const headers = { Origin: 'https://evil.example' }
  const answer = await client.get('/api/casino-stats', headers)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('accepts POSTs without a body and a content type', async () => {
  const player = await server.newPlayer()
  const reset = await player.client.post('/api/user/reset-balance')
  expect(reset.status).toBe(200)
  expect((await player.client.post('/api/logout')).status).toBe(204)
})

function isOwn(site: string, headers: Record<string, string>): boolean {
  const req = new IncomingMessage(new Socket())
  Object.assign(req.headers, headers)
  return ownOrigin(new URL(site))(req)
}

const LOCAL = 'http://localhost:3000'
const PUBLIC = 'https://casino.example'

test.each([
  [LOCAL, 'http://localhost:3000', 'localhost:3000'],
  [LOCAL, 'http://127.0.0.1:3000', '127.0.0.1:3000'],
  [LOCAL, 'http://[::1]:3000', '[::1]:3000'],
  [LOCAL, 'http://localhost:5173', 'localhost:5173'],
  [PUBLIC, 'https://casino.example', 'casino.example'],
  [PUBLIC, 'https://casino.example', 'api:3000'],
])('%s accepts %s under Host %s', (site, origin, host) => {
  expect(isOwn(site, { origin, host })).toBe(true)
})

test.each([
  [LOCAL, 'https://localhost:3000', 'localhost:3000'],
  [LOCAL, 'http://localhost:8080', 'localhost:3000'],
  [LOCAL, 'http://127.0.0.1:1', '127.0.0.1:3000'],
  [LOCAL, 'http://rebound.example:3000', 'rebound.example:3000'],
  [LOCAL, 'http://localhost:3000.evil.example', 'localhost:3000'],
  [LOCAL, 'http://localhost:3000@evil.example', 'localhost:3000'],
  [LOCAL, 'http://localhost:3000/path', 'localhost:3000'],
  [LOCAL, 'null', 'localhost:3000'],
  [LOCAL, 'nonsense', 'localhost:3000'],
  [PUBLIC, 'http://casino.example', 'casino.example'],
  [PUBLIC, 'https://rebound.example', 'rebound.example'],
  [PUBLIC, 'https://casino.example.evil', 'casino.example.evil'],
  [PUBLIC, 'http://localhost:3000', 'localhost:3000'],
])('%s rejects %s under Host %s', (site, origin, host) => {
  expect(isOwn(site, { origin, host })).toBe(false)
  const claimed = { origin, host, 'sec-fetch-site': 'same-origin' }
  expect(isOwn(site, claimed)).toBe(false)
})

test.each([
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
  ['next-door', false],
])('Sec-Fetch-Site: %s is accepted: %s', (site, isTaken) => {
  const headers = { host: 'casino.example', 'sec-fetch-site': site }
  expect(isOwn(PUBLIC, headers)).toBe(isTaken)
})
