import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { user } from '#core/api/account.ts'
import { transactions } from '#core/api/history.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import type { Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

function reset(client: TestClient, key: string = randomUUID()) {
  const headers = { 'Idempotency-Key': key }
  return client.post('/api/user/reset-balance', undefined, headers)
}

async function readResets(client: TestClient) {
  const answer = await client.get('/api/transactions?type=reset')
  return transactions.parse(answer.body)
}

test('sets any balance to 1000 in one transaction', async () => {
  const { client, id } = await server.newPlayer()
  expect((await reset(client)).status).toBe(200)
  expect(await readResets(client)).toEqual([])

  await server.modules.ledger.service.grant(id, 234)
  const { status, body } = await reset(client)
  expect(status).toBe(200)
  expect(user.parse(body)).toMatchObject({ id, balance: 1_000 })
  const above = { amount: -234, balanceAfter: 1_000 }
  expect(await readResets(client)).toMatchObject([above])

  let flip = await flipCoin(client, 100)
  while (flip.balance >= 1_000) flip = await flipCoin(client, flip.balance)
  expect((await reset(client)).status).toBe(200)
  const below = { amount: 1_000 - flip.balance, balanceAfter: 1_000 }
  expect(await readResets(client)).toMatchObject([below, above])
})

test('resets once per key, for concurrent and later requests', async () => {
  const { client, id } = await server.newPlayer()
  await server.modules.ledger.service.grant(id, 50)
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reset(client, key)),
  )
  const { balance } = await flipCoin(client, 10)
  answers.push(await reset(client, key))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await readResets(client)).toHaveLength(1)
  expect((await client.get('/api/user')).body).toMatchObject({ balance })
})

test('serves more concurrent players than the database has connections', async () => {
  const players = await server.newPlayers(30)
  const answers = await Promise.all(players.map(({ client }) => reset(client)))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('keeps accounts balanced when resets mix with bets', async () => {
  const { client } = await server.newPlayer()
  const moves = Array.from({ length: 30 }, (_, index): Promise<Answer> => {
    return index % 6 === 5 ? reset(client) : placeFlip(client, 100)
  })
  for (const { status } of await Promise.all(moves)) {
    expect([200, 409]).toContain(status)
  }
  expect((await reset(client)).status).toBe(200)
  expect(await flipCoin(client, 1_000)).toMatchObject({ betAmount: 1_000 })
})
