import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { cardOf } from '#core/games/cards.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { eventually } from '#testing/server/eventually.ts'
import { holdConnections } from '#testing/server/held-connections.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const HI_LO = '/api/games/hilo'

/** A process that has seen nobody yet, all of whose requests wait but bets. */
async function busyApi() {
  const api = await server.startApi()
  await holdConnections(api.platform.pool)
  return api
}

test('a bet waits for no other request, whoever sends it', async () => {
  const player = await server.newPlayer()
  const { origin } = await busyApi()
  const client = player.client.at(origin)
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await placeFlip(client, 10, key)
  expect(first.status, first.text).toBe(200)
  expect((await placeFlip(client, 10, key)).text).toBe(first.text)
})

test('nor does a bet that was answered by another process', async () => {
  const player = await server.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await placeFlip(player.client, 10, key)
  const { origin } = await busyApi()
  const again = await placeFlip(player.client.at(origin), 10, key)
  expect(again.text).toBe(first.text)
})

test('nor does a step of a round that was started elsewhere', async () => {
  const player = await server.newPlayer()
  const isKing = (draws: Draws) => cardOf(draws(0)).value === 'K'
  await chooseNextRound(server, player, isKing)
  await player.client.post(`${HI_LO}/start`, { betAmount: 10 })
  const { origin } = await busyApi()
  const client = player.client.at(origin)
  const skipped = await client.post(`${HI_LO}/skip`, { step: 0 })
  expect(skipped.body).toMatchObject({ step: 1, balance: 990 })
})

test("what a process knows of the house's coins stays new", async () => {
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 5_000_000)
  const { origin } = await busyApi()
  const client = player.client.at(origin)
  const refused = await placeFlip(client, 4_000_000)
  expect(refused.body).toMatchObject({ code: 'house_limit' })
  await server.features.ledger.service.topUpHouse(10_000_000)
  await eventually(async () =>
    expect((await placeFlip(client, 4_000_000)).status).toBe(200),
  )
})

test.each([
  HI_LO,
  '/api/user',
  '/api/transactions',
  '/api/limits',
  '/api/fairness',
])('GET %s takes none of the connections of bets', async (path) => {
  const player = await server.newPlayer()
  const api = await server.startApi()
  await holdConnections(api.platform.betPool)
  const { status, text } = await player.client.at(api.origin).get(path)
  expect(status, text).toBe(200)
})

test('nor does a look at a round', async () => {
  const player = await server.newPlayer()
  const { transactionId } = await flipCoin(player.client)
  const api = await server.startApi()
  await holdConnections(api.platform.betPool)
  const visitor = new TestClient(api.origin)
  const { status } = await visitor.get(`/api/verify/${transactionId}`)
  expect(status).toBe(200)
})
