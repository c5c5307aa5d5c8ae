import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { cardOf } from '#core/games/cards.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { rowDifference } from '#core/receipts/verified-receipt.ts'
import type { Receipt } from '#core/schemas/receipt.ts'
import { transactions } from '#core/schemas/transaction.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { holdConnections } from '#testing/server/held-connections.ts'
import { askedReceipt, failureOf, receiptIn } from '#testing/server/receipts.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { BET_PARTITIONS: '1' } })
const { service: rounds } = server.features.rounds
const { service: receipts } = server.features.receipts

const roundId = z.looseObject({ transactionId: z.uuid() })

function withKey(key: string = randomUUID()) {
  return { 'Idempotency-Key': key }
}

/** What a receipt says, without how it was signed. */
function statementOf({ amounts, balance, id, player, seq }: Receipt) {
  return { amounts, balance, id, player, seq }
}

async function shownRows(client: TestClient) {
  return transactions.parse((await client.get('/api/transactions')).body)
}

test('a bet is answered with a signed receipt of the rows that it wrote', async () => {
  const { client, id: player } = await server.newPlayer()
  for (let played = 0; played < 8; played += 1) {
    const answer = await placeFlip(client, 10)
    const signed = receiptIn(answer)
    const { balance, payout, transactionId } = answer.body as {
      balance: number
      payout: number
      transactionId: string
    }
    const amounts = payout > 0 ? [-10, payout] : [-10]
    expect(signed).toMatchObject({
      player,
      id: transactionId,
      amounts,
      balance,
    })
    expect(rowDifference(signed, await shownRows(client))).toBeUndefined()
    expect(await failureOf(client, signed)).toBeUndefined()
  }
})

test('bets that share a batch share a signature, and each leads to its root', async () => {
  const players = await Promise.all(
    Array.from({ length: 5 }, () => server.newPlayer()),
  )
  const ask = { start: { betAmount: coins(1), choice: 'heads' } as const }
  const answers = await Promise.all(
    players.flatMap(({ id: userId }) =>
      [1, 2].map(() =>
        rounds.play({ userId, game: coinFlip, ask, request: undefined }),
      ),
    ),
  )
  const signed: Receipt[] = answers.map(({ receipt }) =>
    JSON.parse(receipt ?? ''),
  )
  expect(new Set(signed.map(({ signature }) => signature)).size).toBe(1)
  expect(new Set(signed.map(({ index }) => index)).size).toBe(10)
  const visitor = new TestClient(server.origin)
  for (const one of signed) {
    expect(one.path).toHaveLength(4)
    expect(await failureOf(visitor, one)).toBeUndefined()
    const forged = { ...one, balance: coins(one.balance + 1) }
    expect(await failureOf(visitor, forged)).toBe('signature')
  }
})

test('a repetition has the same body byte for byte, and a receipt of the same rows', async () => {
  const { client } = await server.newPlayer()
  const headers = withKey()
  const first = await placeFlip(client, 10, headers)
  await flipCoin(client, 5)
  const again = await placeFlip(client, 10, headers)
  expect(again.text).toBe(first.text)
  expect(statementOf(receiptIn(again))).toEqual(statementOf(receiptIn(first)))
  expect(await failureOf(client, receiptIn(again))).toBeUndefined()
})

test('each step of a hand that moves coins has a receipt, and its repetition too', async () => {
  const player = await server.newPlayer()
  const { client } = player
  const cards = [2, 9] as const
  await chooseNextRound(server, player, (draws) =>
    cards.every((value, at) => cardOf(draws(at)).value === value),
  )
  const step = (path: string, body: object, headers = {}) =>
    client.post(`/api/games/hilo/${path}`, body, headers)

  const starting = withKey()
  const start = await step('start', { betAmount: 100 }, starting)
  const { transactionId: id } = roundId.parse(start.body)
  expect(receiptIn(start)).toMatchObject({ id, amounts: [-100], balance: 900 })
  const startAgain = await step('start', { betAmount: 100 }, starting)
  expect(startAgain.text).toBe(start.text)
  expect(statementOf(receiptIn(startAgain))).toEqual(
    statementOf(receiptIn(start)),
  )

  const guess = await step('play', { choice: 'higher' })
  expect(guess.status, guess.text).toBe(200)
  expect(guess.headers.get('Receipt')).toBeNull()

  const ending = withKey()
  const over = await step('cashout', {}, ending)
  const paid = receiptIn(over)
  expect(paid.id).toBe(id)
  expect(rowDifference(paid, await shownRows(client))).toBeUndefined()
  const overAgain = await step('cashout', {}, ending)
  expect(statementOf(receiptIn(overAgain))).toEqual(statementOf(paid))
})

test('a new player has a receipt of the grant, and a reset one of its own', async () => {
  const client = new TestClient(server.origin)
  const registered = await client.post('/api/register', {
    username: `new ${randomUUID().slice(0, 8)}`,
    password: 'correct horse battery staple',
  })
  const grant = { seq: 1, amounts: [1_000], balance: 1_000 }
  expect(receiptIn(registered)).toMatchObject(grant)
  await client.post('/api/games/hilo/start', { betAmount: 100 })
  const headers = withKey()
  const reset = await client.post('/api/user/reset-balance', undefined, headers)
  const signed = receiptIn(reset)
  expect(signed).toMatchObject({ seq: 3, amounts: [100], balance: 1_000 })
  const again = await client.post('/api/user/reset-balance', undefined, headers)
  expect(statementOf(receiptIn(again))).toEqual(statementOf(signed))
  // Nothing to give: no coin moves.
  const idle = await client.post('/api/user/reset-balance')
  expect(idle.headers.get('Receipt')).toBeNull()
})

test('what was committed is answered without a receipt where its rows can not be read', async () => {
  const { answerRows } = server.features.ledger
  const away = vi.spyOn(answerRows, 'upTo').mockRejectedValue(new Error('away'))
  onTestFinished(() => away.mockRestore())
  const client = new TestClient(server.origin)
  const registered = await client.post('/api/register', {
    username: `new ${randomUUID().slice(0, 8)}`,
    password: 'correct horse battery staple',
  })
  await client.post('/api/games/hilo/start', { betAmount: 100 })
  const reset = await client.post('/api/user/reset-balance')
  expect([registered.status, reset.status]).toEqual([201, 200])
  for (const { headers } of [registered, reset]) {
    expect(headers.get('Receipt')).toBeNull()
  }
})

test('any transaction has a receipt on demand, also one that nobody asked for', async () => {
  const { client, id: player } = await server.newPlayer()
  await server.features.ledger.service.grant(player, 50)
  const newest = await askedReceipt(client)
  expect(newest).toMatchObject({
    player,
    seq: 2,
    amounts: [50],
    balance: 1_050,
  })
  const answered = receiptIn(await placeFlip(client, 10))
  const asked = await askedReceipt(client, answered.seq)
  expect(asked && statementOf(asked)).toEqual(statementOf(answered))
  expect(await askedReceipt(client, 99)).toBeNull()
})

test('receipts are read while the connections of bets are all in use', async () => {
  const { client } = await server.newPlayer()
  const release = await holdConnections(server.platform.betPool)
  expect(await askedReceipt(client)).toMatchObject({ seq: 1 })
  release()
})

test('a player asks for 120 receipts a minute and no more; others go on', async () => {
  const [{ client }, other] = [
    await server.newPlayer(),
    await server.newPlayer(),
  ]
  for (let asked = 1; asked <= 120; asked += 1) await askedReceipt(client)
  const refused = await client.get('/api/receipts')
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({
    message: 'Too many receipts at once. Try again in a minute.',
  })
  expect(await askedReceipt(other.client)).not.toBeNull()
})

test('nobody is signed a receipt of somebody else', async () => {
  const visitor = new TestClient(server.origin)
  expect((await visitor.get('/api/receipts')).status).toBe(401)
  const { client, id } = await server.newPlayer()
  expect((await askedReceipt(client))?.player).toBe(id)
})

test('a process that starts later signs with the same key', async () => {
  const { client } = await server.newPlayer()
  const other = await server.startApi()
  const answer = await placeFlip(client.at(other.origin), 1)
  expect(await failureOf(client, receiptIn(answer))).toBeUndefined()
  const mine = receiptIn(await placeFlip(client, 1))
  expect(receiptIn(answer).key).toBe(mine.key)
})

test('the private key is sealed in the database, which never changes a key', async () => {
  const { rows } = await server.pool.query('SELECT * FROM receipt_keys')
  expect(rows).toHaveLength(1)
  // Key version, IV and tag beside the 32 bytes.
  expect(rows[0].sealed_key).toHaveLength(2 + 12 + 16 + 32)
  await expect(
    server.pool.query("UPDATE receipt_keys SET public_key = ''"),
  ).rejects.toThrow('append-only')
})

test('nothing is signed of nothing', () => {
  expect(receipts.sign([])).toEqual([])
})
