import { expect, test } from 'vitest'
import { SITE } from '#testing/chain/test-wallet.ts'
import { FLIP_PATH, placeFlip } from '#testing/player/flip-coin.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { PUBLIC_URL: SITE.origin } })
const { client } = await server.newPlayer()

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
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
])('takes a bet from %s', async (_from, headers) => {
  expect((await placeFlip(client, 1, headers)).status).toBe(200)
})

test('lets another site ask for what is public, and invites none to read it', async () => {
  const headers = { Origin: 'https://evil.example' }
  const answer = await client.get('/api/casino-stats', headers)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('takes POSTs without a body and a content type', async () => {
  const player = await server.newPlayer()
  const reset = await player.client.post('/api/user/reset-balance')
  expect(reset.status).toBe(200)
  expect((await player.client.post('/api/logout')).status).toBe(204)
})
