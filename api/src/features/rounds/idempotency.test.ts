import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { transactions } from '#core/schemas/transaction.ts'
import { FLIP_PATH, flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import type { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

const HI_LO_START = '/api/games/hilo/start'

async function betsOf(client: TestClient): Promise<number> {
  const answer = await client.get('/api/transactions?type=bet')
  return transactions.parse(answer.body).length
}

function withKey(key: string = randomUUID()) {
  return { 'Idempotency-Key': key }
}

test('the same bet under the same key is answered byte for byte, and counts once', async () => {
  const { client } = await server.newPlayer()
  const headers = withKey()
  const first = await placeFlip(client, 10, headers)
  await flipCoin(client, 5)
  const again = await placeFlip(client, 10, headers)
  expect(again.status).toBe(200)
  expect(again.text).toBe(first.text)
  expect(await betsOf(client)).toBe(2)
})

test('an answer is the same after a restart, in another API, and whatever the white space', async () => {
  const { client } = await server.newPlayer()
  const key = randomUUID()
  const first = await placeFlip(client, 10, withKey(key))
  const other = await server.startApi()
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
  const { client } = await server.newPlayer()
  const headers = withKey()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => placeFlip(client, 10, headers)),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await betsOf(client)).toBe(1)
})

test('the same key for another bet is refused', async () => {
  const { client } = await server.newPlayer()
  const headers = withKey()
  await placeFlip(client, 10, headers)
  const other = await placeFlip(client, 11, headers)
  expect(other.status).toBe(409)
  expect(other.body).toMatchObject({ code: 'key_reused' })
  expect(await betsOf(client)).toBe(1)
})

test('the same key for two bets at once lets one through', async () => {
  const { client } = await server.newPlayer()
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
    const { client } = await server.newPlayer()
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
  const { client, id } = await server.newPlayer()
  const headers = withKey()
  const refused = await placeFlip(client, 2_000, headers)
  expect(refused.status).toBe(409)
  await server.features.ledger.service.grant(id, 5_000)
  const accepted = await placeFlip(client, 2_000, headers)
  expect(accepted.status).toBe(200)
})

test('two players may use the same key', async () => {
  const headers = withKey()
  const [one, two] = [await server.newPlayer(), await server.newPlayer()]
  const first = await placeFlip(one.client, 10, headers)
  const second = await placeFlip(two.client, 10, headers)
  expect(second.status).toBe(200)
  expect(second.text).not.toBe(first.text)
})

/** Some time goes by, and what was kept long enough is dropped. */
async function pass(interval: string): Promise<void> {
  const age = 'UPDATE kept_answers SET created_at = created_at - interval'
  await server.pool.query(`${age} '${interval}'`)
  await server.features.ledger.service.forgetOldAnswers()
}

test('a hand’s answers are kept for a day and not much longer', async () => {
  const { client } = await server.newPlayer()
  const headers = withKey()
  const start = () => client.post(HI_LO_START, { betAmount: 10 }, headers)
  const first = await start()
  await pass('23 hours 59 minutes')
  expect((await start()).text).toBe(first.text)
  await pass('2 minutes')
  expect((await start()).body).toMatchObject({ code: 'round_open' })
})

test('a flip is told again as long as its round stands', async () => {
  const { client } = await server.newPlayer()
  const headers = withKey()
  const first = await placeFlip(client, 10, headers)
  await pass('2 days')
  expect((await placeFlip(client, 10, headers)).text).toBe(first.text)
})

const requests = {
  flip: { path: FLIP_PATH, body: { choice: 'heads', betAmount: 10 } },
  spin: { path: '/api/games/slot', body: { betAmount: 10 } },
  start: { path: HI_LO_START, body: { betAmount: 10 } },
  guess: { path: '/api/games/hilo/play', body: { choice: 'higher' } },
  reset: { path: '/api/user/reset-balance', body: undefined },
}

test.each([
  ['flip', 'spin'],
  ['flip', 'start'],
  ['flip', 'guess'],
  ['flip', 'reset'],
  ['start', 'flip'],
  ['guess', 'flip'],
  ['start', 'reset'],
  ['reset', 'flip'],
  ['reset', 'start'],
] as const)('the key of a %s is refused for a %s', async (one, other) => {
  const { client } = await server.newPlayer()
  if ([one, other].includes('guess')) {
    await client.post(HI_LO_START, { betAmount: 10 })
  }
  const headers = withKey()
  const ask = ({ path, body }: { path: string; body: object | undefined }) =>
    client.post(path, body, headers)
  expect((await ask(requests[one])).status).toBe(200)
  const refused = await ask(requests[other])
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'key_reused' })
})

test('of a reset and a flip at once under one key only one counts', async () => {
  for (let time = 0; time < 10; time += 1) {
    const { client } = await server.newPlayer()
    const headers = withKey()
    const answers = await Promise.all([
      client.post(requests.reset.path, undefined, headers),
      placeFlip(client, 10, headers),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  }
})

test('a round has the time of a key that tells one, and no other player’s id', async () => {
  const key = uuidv7({ msecs: Date.parse('2026-01-02T03:04:05Z') })
  const [one, two] = [await server.newPlayer(), await server.newPlayer()]
  const flips = [one, two].map(({ client }) =>
    placeFlip(client, 10, withKey(key)),
  )
  const ids = (await Promise.all(flips)).map(
    ({ body }) => coinFlipAnswer.parse(body).transactionId,
  )
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id.slice(0, 13)).toBe(key.slice(0, 13))
})
