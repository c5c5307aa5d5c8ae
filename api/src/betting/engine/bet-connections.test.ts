import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { chooseCards } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { eventually } from '#testing/server/eventually.ts'
import { holdConnections } from '#testing/server/held-connections.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const HI_LO = '/api/games/hilo'

test('bets of uncached players wait for no other request', async () => {
  const [player, answered, handed] = [
    await server.newPlayer(),
    await server.newPlayer(),
    await server.newPlayer(),
  ]
  const key = { 'Idempotency-Key': randomUUID() }
  const before = await placeFlip(answered.client, 10, key)
  await chooseCards(server, handed, 'K')
  await handed.client.post(`${HI_LO}/start`, { betAmount: 10 })
  await server.modules.ledger.service.grant(player.id, 5_000_000)

  const api = await server.startApi()
  await holdConnections(api.platform.pool)
  const [client, again, steps] = [player, answered, handed].map((one) =>
    one.client.at(api.origin),
  )
  if (!(client && again && steps)) throw new Error('three players')

  const flip = await placeFlip(client, 10, key)
  expect(flip.status, flip.text).toBe(200)
  expect((await placeFlip(client, 10, key)).text).toBe(flip.text)
  expect((await placeFlip(again, 10, key)).text).toBe(before.text)
  const skipped = await steps.post(`${HI_LO}/skip`, { step: 0 })
  expect(skipped.body).toMatchObject({ step: 1, balance: 990 })
  // The process still reads the bankroll.
  const large = await placeFlip(client, 4_000_000)
  expect(large.body).toMatchObject({ code: 'house_limit' })
  await server.platform.db.transaction((tx) =>
    server.modules.ledger.service.topUpHouse(tx, 10_000_000),
  )
  await eventually(() => flipCoin(client, 4_000_000))
})

test('read requests use no connections of bets', async () => {
  const player = await server.newPlayer()
  const { transactionId } = await flipCoin(player.client)
  const api = await server.startApi()
  await holdConnections(api.platform.betPool)
  for (const path of [
    HI_LO,
    '/api/user',
    '/api/transactions',
    '/api/limits',
    '/api/fairness',
    '/api/receipts',
    `/api/verify/${transactionId}`,
  ]) {
    const { status, text } = await player.client.at(api.origin).get(path)
    expect(status, text).toBe(200)
  }
})
