import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transactions } from '#core/schemas/transaction.ts'
import { FLIP_PATH, flipCoin, placeFlip } from '../../testing/flip-coin.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { openTestHouse } from '../../testing/test-house.ts'

const house = await openTestHouse()

async function betsOf(client: TestClient): Promise<number> {
  const answer = await client.get('/api/transactions?type=bet')
  return transactions.parse(answer.body).length
}

function withKey(key: string = randomUUID()) {
  return { 'Idempotency-Key': key }
}

test('the same bet under the same key is answered byte for byte, and counts once', async () => {
  const { client } = await house.newPlayer()
  const headers = withKey()
  const first = await placeFlip(client, 10, headers)
  await flipCoin(client, 5)
  const again = await placeFlip(client, 10, headers)
  expect(again.status).toBe(200)
  expect(again.text).toBe(first.text)
  expect(await betsOf(client)).toBe(2)
})

test('an answer is the same after a restart, in another API, and whatever the white space', async () => {
  const { client } = await house.newPlayer()
  const key = randomUUID()
  const first = await placeFlip(client, 10, withKey(key))
  const other = await house.startApi()
  const again = await client.at(other.origin).send(FLIP_PATH, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...withKey(key.toUpperCase()),
    },
    body: '{ "choice": "heads",\n "betAmount": 10 }',
  })
  expect(again.text).toBe(first.text)
  expect(await betsOf(client)).toBe(1)
})

test('fifty at once under one key are one bet', async () => {
  const { client } = await house.newPlayer()
  const headers = withKey()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => placeFlip(client, 10, headers)),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await betsOf(client)).toBe(1)
})

test('the same key for another bet is refused', async () => {
  const { client } = await house.newPlayer()
  const headers = withKey()
  await placeFlip(client, 10, headers)
  const other = await placeFlip(client, 11, headers)
  expect(other.status).toBe(409)
  expect(other.body).toMatchObject({ code: 'key_reused' })
  expect(await betsOf(client)).toBe(1)
})

test('the same key for two bets at once lets one through', async () => {
  const { client } = await house.newPlayer()
  const headers = withKey()
  const answers = await Promise.all([
    placeFlip(client, 10, headers),
    placeFlip(client, 11, headers),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
  expect(await betsOf(client)).toBe(1)
})

test.each(['not a uuid', '', '0x10', 'a'.repeat(200)])(
  'the key %j is refused by name',
  async (key) => {
    const { client } = await house.newPlayer()
    const answer = await placeFlip(client, 10, withKey(key))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: ['idempotency-key'] }],
    })
    expect(await betsOf(client)).toBe(0)
  },
)

test("a refused bet's key can be used again", async () => {
  const { client, id } = await house.newPlayer()
  const headers = withKey()
  const refused = await placeFlip(client, 2_000, headers)
  expect(refused.status).toBe(409)
  await house.services.ledger.grant(id, 5_000)
  const accepted = await placeFlip(client, 2_000, headers)
  expect(accepted.status).toBe(200)
})

test('two players may use the same key', async () => {
  const headers = withKey()
  const [one, two] = [await house.newPlayer(), await house.newPlayer()]
  const first = await placeFlip(one.client, 10, headers)
  const second = await placeFlip(two.client, 10, headers)
  expect(second.status).toBe(200)
  expect(second.text).not.toBe(first.text)
})

test('answers are kept for a day and not much longer', async () => {
  const { client } = await house.newPlayer()
  const headers = withKey()
  const first = await placeFlip(client, 10, headers)
  const age = 'UPDATE idempotency_keys SET created_at = created_at - interval'
  await house.pool.query(`${age} '23 hours 59 minutes'`)
  await house.services.ledger.forgetOldAnswers()
  expect((await placeFlip(client, 10, headers)).text).toBe(first.text)
  await house.pool.query(`${age} '2 minutes'`)
  await house.services.ledger.forgetOldAnswers()
  expect((await placeFlip(client, 10, headers)).text).not.toBe(first.text)
})
