import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transactions } from '#core/api/history.ts'
import { openRoundsAnswer } from '#core/api/rounds.ts'
import { openRecord } from '#core/evidence/round-record.ts'
import {
  type BlackjackAnswer,
  blackjackAnswer,
} from '#core/games/blackjack/blackjack-answer.ts'
import { applyChoice } from '#core/games/blackjack/blackjack-table.ts'
import { chooseDeal } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import { PASSWORD, type TestPlayer } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { fine } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const PATH = '/api/games/blackjack'

async function act(
  { client }: Pick<TestPlayer, 'client'>,
  action: string,
  more: object = {},
): Promise<BlackjackAnswer> {
  return blackjackAnswer.parse(
    fine(await client.post(PATH, { action, ...more })),
  )
}

async function finish(player: TestPlayer, action = 'stand') {
  let hand = await act(player, action)
  while (hand.legalActions.length > 0) hand = await act(player, 'stand')
  return hand
}

async function playerWithPair(betAmount = 10): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await chooseDeal(server, player, (legal, dealt, draws) => {
    if (legal !== 'hit,stand,double,split') return false
    return applyChoice(dealt, 'split', draws).outcome === undefined
  })
  await act(player, 'deal', { betAmount })
  return player
}

async function openHand({ client }: Pick<TestPlayer, 'client'>) {
  const { status, body } = await client.get(PATH)
  expect(status).toBe(200)
  return body
}

async function readTransactions({ client }: TestPlayer, query = '') {
  const { body } = await client.get(`/api/transactions${query}`)
  return transactions.parse(body)
}

test("lists a player's open rounds until each ends", async () => {
  const player = await playerWithPair()
  const { client } = player
  const listed = async () =>
    openRoundsAnswer.parse((await client.get('/api/rounds/open')).body)
  await client.post('/api/games/hilo/start', { betAmount: 7 })
  expect(await listed()).toMatchObject([
    { gameType: 'Blackjack', betAmount: 10 },
    { gameType: 'Hi-Lo', betAmount: 7 },
  ])
  expect(await flipCoin(client)).toMatchObject({ nonce: 2 })
  await act(player, 'stand', { step: 0 })
  expect(await listed()).toMatchObject([{ gameType: 'Hi-Lo' }])
  const other = await server.newPlayer()
  expect((await other.client.get('/api/rounds/open')).body).toEqual([])
})

test('preserves a hand across reload, logout, reset and restart', async () => {
  const player = await playerWithPair()
  const before = await openHand(player)
  expect(before).toMatchObject({ gameState: 'playing', step: 0, balance: 990 })

  await player.client.post('/api/logout')
  const { username } = player
  await player.client.post('/api/login', { username, password: PASSWORD })
  expect(await openHand(player)).toEqual(before)

  await player.client.post('/api/user/reset-balance')
  expect(await openHand(player)).toEqual({ ...Object(before), balance: 1_000 })

  const restarted = await server.startApi()
  const client = player.client.at(restarted.origin)
  const ended = await act({ client }, 'stand')
  expect(ended).toMatchObject({ legalActions: [], step: 1 })
  expect(await openHand(player)).toMatchObject({ gameState: 'betting' })
})

test('refuses a raise above the balance without changing the hand', async () => {
  const player = await playerWithPair(600)
  const before = await openHand(player)
  const answer = await player.client.post(PATH, { action: 'double' })
  expectCode(answer, 'insufficient_coins', { balance: 400 })
  expect(await openHand(player)).toEqual(before)
})

test('counts a repeated action once, and repeats the answer byte for byte', async () => {
  const player = await playerWithPair()
  const key = { 'Idempotency-Key': randomUUID() }
  const double = () => player.client.post(PATH, { action: 'double' }, key)
  const answers = await Promise.all([double(), double(), double()])
  answers.push(await double())
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const { balance, payout = 0 } = blackjackAnswer.parse(answers[0]?.body)
  expect(balance).toBe(980 + payout)
})

test('an open hand hides future draws and keeps its client seed', async () => {
  const player = await playerWithPair()
  const { transactionId, clientSeed } = blackjackAnswer.parse(
    await openHand(player),
  )
  const { body } = await player.client.get(`/api/verify/${transactionId}`)
  expect(openRecord.parse(body)).toMatchObject({ outcome: 'Not over yet' })
  const set = { clientSeed: 'set meanwhile', epoch: 0 }
  await player.client.put('/api/fairness/client-seed', set)
  expect(clientSeed).not.toBe(set.clientSeed)
  expect((await finish(player)).clientSeed).toBe(clientSeed)
  expect(await provenRecord(server, transactionId)).toMatchObject({
    clientSeed,
  })
})

test.each([
  ['double', 10],
  ['split', 10],
  ['insurance', 5],
] as const)('%s is a raise of %i coins of its round', async (action, stake) => {
  const player = await server.newPlayer()
  await chooseDeal(server, player, (legal) => legal.includes(action))
  await act(player, 'deal', { betAmount: 10 })
  const { transactionId: roundId, payout = 0 } = await finish(player, action)
  const written = await readTransactions(player)
  expect(written.slice(0, -1).reverse()).toMatchObject([
    { id: roundId, type: 'bet', amount: -10, metadata: null },
    { type: 'raise', amount: -stake, metadata: { roundId, action } },
    ...(payout > 0
      ? [{ type: 'win', amount: payout, metadata: { roundId } }]
      : []),
  ])
  expect(await readTransactions(player, '?type=raise')).toHaveLength(1)
  const [bet, ...others] = await readTransactions(player, '?type=bet')
  expect([bet?.id, others]).toEqual([roundId, []])
  await provenRecord(server, roundId)
})
