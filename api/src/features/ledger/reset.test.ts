import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transactions } from '#core/schemas/transaction.ts'
import { user } from '#core/schemas/user.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import type { Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

function reset(client: TestClient, key?: string): Promise<Answer> {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  return client.post('/api/user/reset-balance', undefined, headers)
}

async function resetsOf(client: TestClient) {
  const answer = await client.get('/api/transactions?type=reset')
  return transactions.parse(answer.body)
}

test('a balance above is brought down to exactly 1000', async () => {
  const { client, id } = await server.newPlayer()
  await server.features.ledger.service.grant(id, 234)
  const answer = await reset(client)
  expect(answer.status).toBe(200)
  expect(user.parse(answer.body)).toMatchObject({ id, balance: 1_000 })
  expect(await resetsOf(client)).toMatchObject([
    { amount: -234, balanceAfter: 1_000 },
  ])
})

test('a balance below is brought up to exactly 1000', async () => {
  const { client } = await server.newPlayer()
  let flip = await flipCoin(client, 100)
  while (flip.balance >= 1_000) flip = await flipCoin(client, flip.balance)
  expect((await reset(client)).status).toBe(200)
  expect(await resetsOf(client)).toMatchObject([
    { amount: 1_000 - flip.balance, balanceAfter: 1_000 },
  ])
})

test('a balance of 1000 stays, without a transaction', async () => {
  const { client } = await server.newPlayer()
  expect((await reset(client)).status).toBe(200)
  expect(await resetsOf(client)).toEqual([])
})

test('a reset under the same key is answered byte for byte and done once', async () => {
  const { client, id } = await server.newPlayer()
  await server.features.ledger.service.grant(id, 50)
  const key = randomUUID()
  const first = await reset(client, key)
  await flipCoin(client, 10)
  const again = await reset(client, key)
  expect(again.status).toBe(200)
  expect(again.text).toBe(first.text)
  expect(await resetsOf(client)).toHaveLength(1)
  const { balance } = user.parse((await client.get('/api/user')).body)
  expect(balance).not.toBe(1_000)
})

test('twenty at once under one key are one reset', async () => {
  const { client, id } = await server.newPlayer()
  await server.features.ledger.service.grant(id, 50)
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reset(client, key)),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await resetsOf(client)).toHaveLength(1)
})

test('more players at once than the database has connections are all served', async () => {
  const players = await Promise.all(
    Array.from({ length: 30 }, () => server.newPlayer()),
  )
  const answers = await Promise.all(
    players.map(({ client }) => reset(client, randomUUID())),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('a key is for one thing only', async () => {
  const { client } = await server.newPlayer()
  const [resets, bets] = [randomUUID(), randomUUID()]
  await reset(client, resets)
  await placeFlip(client, 10, { 'Idempotency-Key': bets })
  const answers = [
    await placeFlip(client, 10, { 'Idempotency-Key': resets }),
    await reset(client, bets),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'key_reused' })
  }
})

test('a malformed key is refused by name', async () => {
  const { client } = await server.newPlayer()
  const answer = await reset(client, 'again')
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    issues: [{ path: ['idempotency-key'] }],
  })
})

test('resets between bets leave no coin unaccounted for', async () => {
  const { client } = await server.newPlayer()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 6 === 5 ? reset(client) : placeFlip(client, 100),
    ),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 200)).toEqual(
    statuses.has(409) ? [409] : [],
  )
  await reset(client)
  expect(await flipCoin(client, 1_000)).toMatchObject({ betAmount: 1_000 })
})
