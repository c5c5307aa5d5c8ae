import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { transactions } from '#core/api/history.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { fine, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const server = await openTestServer()

const anyAnswer = z.looseObject({
  transactionId: z.uuid(),
  balance: z.int(),
  serverSeedHash: z.string(),
  nextServerSeedHash: z.string(),
  step: z._default(z.int(), 0),
  legalActions: z._default(z.array(z.string()), []),
  payout: z.optional(z.int()),
  serverSeed: z.optional(z.string()),
})

type Game = {
  gameType: string
  path: string
  start: object
  /** The path and body of an action; only games with steps have some. */
  act?: (action: string) => [path: string, body: object]
}

const GAMES: readonly Game[] = [
  { gameType: 'Coin Flip', path: 'coinflip', start: { choice: 'heads' } },
  { gameType: 'Slot Machine', path: 'slot', start: {} },
  {
    gameType: 'Blackjack',
    path: 'blackjack',
    start: { action: 'deal' },
    act: (action) => ['blackjack', { action }],
  },
  {
    gameType: 'Hi-Lo',
    path: 'hilo/start',
    start: {},
    act: (action) => [
      `hilo/${action}`,
      action === 'play' ? { choice: 'higher' } : {},
    ],
  },
]

describe.each(GAMES)('$gameType', ({ gameType, path, start, act }) => {
  async function post(client: TestClient, to: string, body: object) {
    return anyAnswer.parse(fine(await client.post(`/api/games/${to}`, body)))
  }

  /** Plays a round to its end, by another legal action in each step. */
  async function playRound(client: TestClient, round: number) {
    let state = await post(client, path, { ...start, betAmount: 10 })
    while (state.legalActions.length > 0) {
      const { legalActions, step } = state
      const action = legalActions[(round + step) % legalActions.length] ?? ''
      const [to, body] = act?.(action) ?? expect.fail('has no actions')
      state = await post(client, to, { ...body, step })
    }
    return state
  }

  async function readBet(client: TestClient, id: string) {
    const { body } = await client.get(`/api/transactions?id=${id}`)
    const [bet] = transactions.parse(body)
    return bet?.settlement ?? expect.fail('The round is over')
  }

  test('changes the balance as its records prove, from seeds committed to before', async () => {
    const { client, id: player } = await server.newPlayer()
    let balance = 1_000
    let committed: string | undefined
    for (let nonce = 0; nonce < 4; nonce += 1) {
      const end = await playRound(client, nonce)
      const { transactionId: id, serverSeed = '', serverSeedHash } = end
      expect(serverSeedHash).toBe(committed ?? serverSeedHash)
      expect(hashServerSeed(nativeHashes, serverSeed)).toBe(serverSeedHash)
      committed = end.nextServerSeedHash

      const { payout, stake } = await readBet(client, id)
      expect(await provenRecord(server, id)).toMatchObject({
        id,
        gameType,
        nonce,
        betAmount: 10,
        serverSeed,
        gameData: { player, payout },
      })
      balance += payout - stake
      expect(end).toMatchObject({ balance, payout })
    }
  })

  test('counts a repeated bet once, and repeats the answer byte for byte', async () => {
    const { client } = await server.newPlayer()
    const key = { 'Idempotency-Key': randomUUID() }
    const bet = () =>
      client.post(`/api/games/${path}`, { ...start, betAmount: 10 }, key)
    const answers = await Promise.all([bet(), bet(), bet()])
    const flip = { betAmount: 1, choice: 'tails' }
    expect((await client.post('/api/games/coinflip', flip)).status).toBe(200)
    answers.push(await bet())
    expect(answers[0]?.status).toBe(200)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const bets = await client.get('/api/transactions?type=bet')
    expect(transactions.parse(bets.body)).toHaveLength(2)
  })

  test('refuses a stake above the balance, and accepts the whole balance', async () => {
    const { client } = await server.newPlayer()
    const bet = (betAmount: number) =>
      client.post(`/api/games/${path}`, { ...start, betAmount })
    expectCode(await bet(1_001), 'insufficient_coins', { balance: 1_000 })
    expect(await bet(1_000)).toMatchObject({ status: 200, body: { nonce: 0 } })
  })
})

test.each([
  ['an unknown id', randomUUID()],
  ['an invalid id', 'game-1'],
  ['a text that PostgreSQL rejects', '%00'],
])('%s has no record', async (_what, id) => {
  const answer = await new TestClient(server.origin).get(`/api/verify/${id}`)
  expect(answer.status).toBe(404)
  expect(answer.body).toMatchObject({
    code: 'not_found',
    message: 'Game verification data not found',
  })
})
