import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { transactions } from '#core/api/history.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { chooseFlip } from '#testing/player/chosen-seed.ts'
import { FLIP_PATH, flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import type { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const other = await server.startApi()

const HI_LO_START = '/api/games/hilo/start'

async function readBets(client: TestClient): Promise<number> {
  const answer = await client.get('/api/transactions?type=bet')
  return transactions.parse(answer.body).length
}

function withKey(key: string = randomUUID()) {
  return { 'Idempotency-Key': key }
}

test('fifty concurrent requests with one key, at two processes, are one bet with one answer', async () => {
  const { client } = await server.newPlayer()
  const [headers, elsewhere] = [withKey(), client.at(other.origin)]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      placeFlip(index % 2 ? elsewhere : client, 10, headers),
    ),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await readBets(client)).toBe(1)
})

test('repeats an answer in another process, without coins left, for other white space', async () => {
  const player = await server.newPlayer()
  const { client } = player
  await chooseFlip(server, player, { isWin: false })
  const key = randomUUID()
  const first = await placeFlip(client, 900, withKey(key))
  expect(first.body).toMatchObject({ payout: 0, balance: 100 })
  expect((await placeFlip(client, 900, withKey(key))).text).toBe(first.text)
  const again = await client.at(other.origin).send(FLIP_PATH, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...withKey(key.toUpperCase()),
    },
    body: '{ "choice": "heads",\n "betAmount": 900 }',
  })
  expect(again.text).toBe(first.text)
  expect(await readBets(client)).toBe(1)
})

test('accepts one of two concurrent bets with one key, and no later one', async () => {
  const { client } = await server.newPlayer()
  const headers = withKey()
  const answers = await Promise.all([
    placeFlip(client, 10, headers),
    placeFlip(client, 11, headers),
  ])
  answers.sort((a, b) => a.status - b.status)
  answers.push(await placeFlip(client, 12, headers))
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
  for (const { body } of answers.slice(1)) {
    expect(body).toMatchObject({ code: 'key_reused' })
  }
  expect(await readBets(client)).toBe(1)
})

test("accepts a refused bet's key again", async () => {
  const { client, id } = await server.newPlayer()
  const headers = withKey()
  expect((await placeFlip(client, 2_000, headers)).status).toBe(409)
  await server.modules.ledger.service.grant(id, 5_000)
  expect((await placeFlip(client, 2_000, headers)).status).toBe(200)
})

test('gives rounds of two players with the same key different ids with its time', async () => {
  const key = uuidv7({ msecs: Date.parse('2026-01-02T03:04:05Z') })
  const players = [await server.newPlayer(), await server.newPlayer()]
  const flips = players.map(({ client }) => placeFlip(client, 10, withKey(key)))
  const ids = (await Promise.all(flips)).map(
    ({ body }) => coinFlipAnswer.parse(body).transactionId,
  )
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id.slice(0, 13)).toBe(key.slice(0, 13))
})

async function pass(interval: string): Promise<void> {
  const age = 'UPDATE kept_answers SET created_at = created_at - interval'
  await server.pool.query(`${age} '${interval}'`)
  await server.modules.ledger.service.dropOldAnswers()
}

test("stores a hand's answers for a day, and a flip's as long as its round", async () => {
  const { client } = await server.newPlayer()
  const [ofHand, ofFlip] = [withKey(), withKey()]
  const start = () => client.post(HI_LO_START, { betAmount: 10 }, ofHand)
  const [hand, flip] = [await start(), await placeFlip(client, 10, ofFlip)]
  await pass('23 hours 59 minutes')
  expect((await start()).text).toBe(hand.text)
  await pass('2 minutes')
  expect((await start()).body).toMatchObject({ code: 'round_open' })
  expect((await placeFlip(client, 10, ofFlip)).text).toBe(flip.text)
})

const requests = {
  flip: { path: FLIP_PATH, body: { choice: 'heads', betAmount: 10 } },
  spin: { path: '/api/games/slot', body: { betAmount: 10 } },
  start: { path: HI_LO_START, body: { betAmount: 10 } },
  guess: { path: '/api/games/hilo/play', body: { choice: 'higher' } },
  reset: { path: '/api/user/reset-balance', body: undefined },
}

test.each([
  ['flip', ['spin', 'start', 'guess', 'reset']],
  ['start', ['flip', 'reset']],
  ['guess', ['flip']],
  ['reset', ['flip', 'start']],
] as const)('refuses the key of a %s for: %s', async (one, others) => {
  const { client } = await server.newPlayer()
  const headers = withKey()
  const send = (name: keyof typeof requests) =>
    client.post(requests[name].path, requests[name].body, headers)
  if (one !== 'start') await client.post(HI_LO_START, { betAmount: 10 })
  expect((await send(one)).status).toBe(200)
  for (const name of others) {
    expectCode(await send(name), 'key_reused')
  }
})

test('counts only one of a concurrent reset and flip with one key', async () => {
  for (let time = 0; time < 5; time += 1) {
    const { client } = await server.newPlayer()
    await flipCoin(client)
    const headers = withKey()
    const answers = await Promise.all([
      client.post(requests.reset.path, undefined, headers),
      placeFlip(client, 10, headers),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  }
})
