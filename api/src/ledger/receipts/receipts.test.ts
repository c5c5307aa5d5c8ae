import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Receipt } from '#core/api/receipts.ts'
import { applyChoice } from '#core/games/blackjack/blackjack-table.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { chooseCards, chooseDeal } from '#testing/player/chosen-seed.ts'
import { placeFlip } from '#testing/player/flip-coin.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import {
  expectTrue,
  fetchReceipt,
  findFailure,
  parseReceipt,
} from '#testing/server/receipts.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { BET_PARTITIONS: '1' } })
const { service: ledger } = server.modules.ledger

function withKey() {
  return { 'Idempotency-Key': randomUUID() }
}

/** Returns a receipt without its blind, path and signature. */
function toStatement(receipt: Receipt) {
  const { balance, gameType, id, player, seq, terms } = receipt
  const { timestamp, transactions } = receipt
  return { balance, gameType, id, player, seq, terms, timestamp, transactions }
}

function getAmounts({ transactions: moved }: Receipt) {
  return moved.map(({ amount }) => amount)
}

async function register(client: TestClient) {
  const username = `new ${randomUUID().slice(0, 8)}`
  const answer = await client.post('/api/register', {
    username,
    password: PASSWORD,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer
}

test('signs the transactions of a bet, also in the replayed response', async () => {
  const { client, id: player } = await server.newPlayer()
  const headers = withKey()
  const first = await placeFlip(client, 10, headers)
  for (let played = 0; played < 5; played += 1) {
    const answer = played === 0 ? first : await placeFlip(client, 10)
    const signed = parseReceipt(answer)
    const { balance, payout, transactionId: id } = Object(answer.body)
    const amounts = payout > 0 ? [-10, payout] : [-10]
    expect(signed).toMatchObject({ player, id, balance })
    expect(getAmounts(signed)).toEqual(amounts)
    await expectTrue(client, signed)
    const fetched = await fetchReceipt(client, signed.seq)
    expect(fetched && toStatement(fetched)).toEqual(toStatement(signed))
  }
  const again = await placeFlip(client, 10, headers)
  expect(again.text).toBe(first.text)
  expect(toStatement(parseReceipt(again))).toEqual(
    toStatement(parseReceipt(first)),
  )
  expect(await findFailure(client, parseReceipt(again))).toBeUndefined()
})

test('signs a batch of bets once, with a path for each', async () => {
  const { service: rounds } = server.modules.rounds
  const players = await Promise.all(
    Array.from({ length: 5 }, () => server.newPlayer()),
  )
  const move = { start: { betAmount: coins(1), choice: 'heads' } as const }
  const answers = await Promise.all(
    [...players, ...players].map(({ id: userId }) =>
      rounds.play({ userId, game: coinFlip, move, request: undefined }),
    ),
  )
  const signed: Receipt[] = answers.map(({ receipt }) =>
    JSON.parse(receipt ?? ''),
  )
  expect(new Set(signed.map(({ signature }) => signature)).size).toBe(1)
  expect(new Set(signed.map(({ index }) => index)).size).toBe(10)
  const visitor = new TestClient(server.origin)
  expect(new Set(signed.map(({ blind }) => blind)).size).toBe(10)
  for (const one of signed) {
    expect(one.path).toHaveLength(4)
    expect(await findFailure(visitor, one)).toBeUndefined()
    const forged = { ...one, balance: coins(one.balance + 1) }
    expect(await findFailure(visitor, forged)).toBe('signature')
  }
})

test('signs each step of a hand that moves coins, also when replayed', async () => {
  const player = await server.newPlayer()
  const { client } = player
  await chooseCards(server, player, 2, 9)
  /** Sends a step twice. @returns its first answer. */
  async function step(path: string, body: object) {
    const headers = withKey()
    const send = () => client.post(`/api/games/hilo/${path}`, body, headers)
    const [answer, again] = [await send(), await send()]
    expect(answer.status, answer.text).toBe(200)
    expect(again.text).toBe(answer.text)
    return { answer, again }
  }

  const start = await step('start', { betAmount: 100 })
  const { transactionId: id } = Object(start.answer.body)
  const paidIn = parseReceipt(start.answer)
  expect(paidIn).toMatchObject({ id, balance: 900 })
  expect(getAmounts(paidIn)).toEqual([-100])
  expect(toStatement(parseReceipt(start.again))).toEqual(toStatement(paidIn))

  const guess = await step('play', { choice: 'higher' })
  expect(guess.answer.headers.get('Receipt')).toBeNull()

  const over = await step('cashout', {})
  const paid = parseReceipt(over.answer)
  expect(paid.id).toBe(id)
  await expectTrue(client, paid)
  expect(toStatement(parseReceipt(over.again))).toEqual(toStatement(paid))
})

test('signs a blackjack double as a raise of its round', async () => {
  const player = await server.newPlayer()
  const { client } = player
  await chooseDeal(server, player, (legal, dealt, draws) => {
    if (!legal.includes('double')) return false
    return Number(applyChoice(dealt, 'double', draws).outcome?.payout) > 0
  })
  const path = '/api/games/blackjack'
  const dealt = await client.post(path, { action: 'deal', betAmount: 10 })
  const answer = await client.post(path, { action: 'double' })
  const { id, transactions } = parseReceipt(answer)
  expect(id).toBe(Object(dealt.body).transactionId)
  expect(transactions).toMatchObject([
    { type: 'raise', amount: -10, metadata: { roundId: id, action: 'double' } },
    { type: 'win', metadata: { roundId: id } },
  ])
  await expectTrue(client, parseReceipt(answer))
})

test('signs the welcome grant and resets', async () => {
  const client = new TestClient(server.origin)
  const transactions = [{ type: 'grant', amount: 1_000, metadata: null }]
  const grant = { seq: 1, transactions, balance: 1_000, terms: null }
  expect(parseReceipt(await register(client))).toMatchObject(grant)
  await client.post('/api/games/hilo/start', { betAmount: 100 })
  const headers = withKey()
  const reset = () => client.post('/api/user/reset-balance', undefined, headers)
  const signed = parseReceipt(await reset())
  expect(signed).toMatchObject({ seq: 3, balance: 1_000 })
  expect(getAmounts(signed)).toEqual([100])
  expect(toStatement(parseReceipt(await reset()))).toEqual(toStatement(signed))
  // Moves no coins.
  const idle = await client.post('/api/user/reset-balance')
  expect(idle.headers.get('Receipt')).toBeNull()
})

test('answers without a receipt when the committed rows cannot be read', async () => {
  const failing = vi
    .spyOn(server.modules.receipts.service, 'of')
    .mockRejectedValue(new Error('connection lost'))
  onTestFinished(() => failing.mockRestore())
  const client = new TestClient(server.origin)
  const registered = await register(client)
  await client.post('/api/games/hilo/start', { betAmount: 100 })
  const reset = await client.post('/api/user/reset-balance')
  expect(reset.status).toBe(200)
  for (const { headers } of [registered, reset]) {
    expect(headers.get('Receipt')).toBeNull()
  }
})

test('signs any transaction on request, 120 times a minute', async () => {
  const { client, id: player } = await server.newPlayer()
  const other = await server.newPlayer()
  await ledger.grant(player, 50)
  const granted = { player, seq: 2, balance: 1_050 }
  expect(await fetchReceipt(client)).toMatchObject(granted)
  const answered = parseReceipt(await placeFlip(client, 10))
  const fetched = await fetchReceipt(client, answered.seq)
  expect(fetched && toStatement(fetched)).toEqual(toStatement(answered))
  expect(await fetchReceipt(client, 99)).toBeNull()

  await Promise.all(Array.from({ length: 117 }, () => fetchReceipt(client)))
  const refused = await client.get('/api/receipts')
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({
    message: 'Too many receipts. Try again in a minute.',
  })
  expect((await fetchReceipt(other.client))?.player).toBe(other.id)
})

test('signs with the same key in every process', async () => {
  const { client } = await server.newPlayer()
  const { origin } = await server.startApi()
  const later = parseReceipt(await placeFlip(client.at(origin), 1))
  expect(await findFailure(client, later)).toBeUndefined()
  expect(later.key).toBe(parseReceipt(await placeFlip(client, 1)).key)
})

test('seals the private key in the database', async () => {
  const { rows } = await server.pool.query('SELECT * FROM receipt_keys')
  expect(rows).toHaveLength(1)
  // Key version, IV, tag and key.
  expect(rows[0].sealed_key).toHaveLength(2 + 12 + 16 + 32)
})
