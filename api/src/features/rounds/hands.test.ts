import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackAnswer,
  blackjackAnswer,
} from '#core/games/blackjack/blackjack-answer.ts'
import {
  type Choice,
  legalChoices,
  taken,
} from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { openRoundsAnswer } from '#core/schemas/open-rounds.ts'
import { transactions } from '#core/schemas/transaction.ts'
import {
  openRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import { verifiedRecord } from '#core/schemas/verified-record.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { PASSWORD, type TestPlayer } from '#testing/player/test-player.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const server = await openTestServer()
const PATH = '/api/games/blackjack'

async function act(
  { client }: Pick<TestPlayer, 'client'>,
  action: string,
  more: object = {},
): Promise<BlackjackAnswer> {
  const answer = await client.post(PATH, { action, ...more })
  expect(answer.status, answer.text).toBe(200)
  return blackjackAnswer.parse(answer.body)
}

/** A player with a hand of 10 coins that can be split and played on. */
async function playerWithPair(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await chooseNextRound(server, player, (draws) => {
    const position = blackjack.start({ betAmount: coins(10) }, draws)
    const legal = legalChoices(position)
    if (!legal.includes('split') || legal.includes('insurance')) return false
    return taken(position, 'split', draws).outcome === undefined
  })
  await act(player, 'deal', { betAmount: 10 })
  return player
}

async function openHand({ client }: Pick<TestPlayer, 'client'>) {
  const { status, body } = await client.get(PATH)
  expect(status).toBe(200)
  return body
}

async function recordOf(transactionId: string) {
  const { client } = await server.newPlayer()
  return (await client.get(`/api/verify/${transactionId}`)).body
}

test('tells which rounds of a player are open, each until it ends', async () => {
  const player = await playerWithPair()
  const { client } = player
  const listed = async () =>
    openRoundsAnswer.parse((await client.get('/api/rounds/open')).body)
  const hiLo = await client.post('/api/games/hilo/start', { betAmount: 7 })
  expect(hiLo.status, hiLo.text).toBe(200)
  expect(await listed()).toMatchObject([
    { gameType: 'Blackjack', betAmount: 10 },
    { gameType: 'Hi-Lo', betAmount: 7 },
  ])

  const { transactionId } = await act(player, 'stand')
  const { body } = await client.get(`/api/verify/${transactionId}`)
  expect(verificationRecord.parse(body).gameType).toBe('Blackjack')
  expect(await listed()).toMatchObject([{ gameType: 'Hi-Lo' }])
  const other = await server.newPlayer()
  expect((await other.client.get('/api/rounds/open')).body).toEqual([])
  const visitor = new TestClient(server.origin)
  expect((await visitor.get('/api/rounds/open')).status).toBe(401)
})

test('every hand ends, moves the balance by what it took and paid, and is proven', async () => {
  const player = await server.newPlayer()
  let balance = 1_000
  for (let round = 0; round < 20; round += 1) {
    let hand = await act(player, 'deal', { betAmount: 10 })
    while (hand.legalActions.length > 0) {
      const { legalActions, step } = hand
      const action = legalActions[(round + step) % legalActions.length] ?? ''
      hand = await act(player, action, { step })
    }
    const record = verificationRecord.parse(await recordOf(hand.transactionId))
    const { checks, isAsShown } = verifiedRecord(nativeHashes, record)
    expect({ ...checks, isAsShown }).toEqual({
      commitment: true,
      epoch: true,
      replay: true,
      isAsShown: true,
    })
    const { hands, insurance } = z
      .looseObject({
        hands: z.array(z.looseObject({ bet: z.int() })),
        insurance: z.nullable(z.looseObject({ premium: z.int() })),
      })
      .parse(record.gameData)
    const premium = insurance?.premium ?? 0
    const staked = hands.reduce((sum, { bet }) => sum + bet, premium)
    balance += (hand.payout ?? 0) - staked
    expect(hand.balance).toBe(balance)
  }
})

test('a hand stays as it is over reload, logout, reset and restart', async () => {
  const player = await playerWithPair()
  const before = await openHand(player)
  expect(before).toMatchObject({ gameState: 'playing', step: 0, balance: 990 })

  await player.client.post('/api/logout')
  const { username } = player
  await player.client.post('/api/login', { username, password: PASSWORD })
  expect(await openHand(player)).toEqual(before)

  await player.client.post('/api/user/reset-balance')
  expect(await openHand(player)).toEqual({
    ...(before as object),
    balance: 1000,
  })

  const restarted = await server.startApi()
  const client = player.client.at(restarted.origin)
  const ended = await act({ client }, 'stand')
  expect(ended).toMatchObject({ legalActions: [], step: 1 })
  expect(await openHand(player)).toMatchObject({ gameState: 'betting' })
})

test('no second hand is dealt while one is open; the refusal shows it', async () => {
  const player = await playerWithPair()
  const state = await openHand(player)
  const answer = await player.client.post(PATH, {
    action: 'deal',
    betAmount: 10,
  })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ code: 'round_open', state })
})

test('of two tabs at two processes one acts, and the other is shown the hand', async () => {
  const player = await playerWithPair()
  const other = player.client.at((await server.startApi()).origin)
  await other.get(PATH)
  const body = { action: 'double', step: 0 }
  const answers = await Promise.all([
    player.client.post(PATH, body),
    other.post(PATH, body),
  ])
  const [won, lost] = answers.sort((a, b) => a.status - b.status)
  expect(won?.status).toBe(200)
  expect(lost?.status).toBe(409)
  const { balance, payout = 0 } = blackjackAnswer.parse(won?.body)
  expect(balance).toBe(980 + payout)
  expect(lost?.body).toMatchObject({ code: 'illegal_action' })
})

test('a step that was seen no more is refused with the hand as it is', async () => {
  const player = await playerWithPair()
  await act(player, 'split', { step: 0 })
  const state = await openHand(player)
  const stale = await player.client.post(PATH, { action: 'hit', step: 0 })
  expect(stale.body).toMatchObject({ code: 'illegal_action', state })
})

test('an action that the rules do not allow is refused with those that they do', async () => {
  const player = await playerWithPair()
  const answer = await player.client.post(PATH, { action: 'insurance' })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    code: 'illegal_action',
    legalActions: ['hit', 'stand', 'double', 'split'],
  })
  const idle = await server.newPlayer()
  const none = await idle.client.post(PATH, { action: 'hit' })
  expect(none.body).toMatchObject({ code: 'illegal_action', legalActions: [] })
})

test('a stake that the player has not is refused, and the hand stays', async () => {
  const player = await server.newPlayer()
  await chooseNextRound(server, player, (draws) => {
    const position = blackjack.start({ betAmount: coins(600) }, draws)
    return legalChoices(position).includes('split')
  })
  await act(player, 'deal', { betAmount: 600 })
  const before = await openHand(player)
  const answer = await player.client.post(PATH, { action: 'double' })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    code: 'insufficient_coins',
    balance: 400,
  })
  expect(await openHand(player)).toEqual(before)
})

test('an action under the same key counts once and is answered byte for byte', async () => {
  const player = await playerWithPair()
  const key = { 'Idempotency-Key': randomUUID() }
  const bodies = await Promise.all(
    [1, 2, 3].map(() => player.client.post(PATH, { action: 'double' }, key)),
  )
  const texts = new Set(bodies.map(({ text }) => text))
  expect(texts.size).toBe(1)
  const later = await player.client.post(PATH, { action: 'double' }, key)
  expect(texts).toContain(later.text)
})

test('the record of an open hand tells nothing of what is to come', async () => {
  const player = await playerWithPair()
  const { transactionId } = blackjackAnswer.parse(await openHand(player))
  const body = await recordOf(transactionId)
  expect(openRecord.parse(body)).toMatchObject({ outcome: 'Not over yet' })
  await act(player, 'stand')
  verificationRecord.parse(await recordOf(transactionId))
})

test('a hand shows the client seed from its start on, and keeps it', async () => {
  const player = await playerWithPair()
  const { clientSeed } = blackjackAnswer.parse(await openHand(player))
  const set = { clientSeed: 'set meanwhile', epoch: 0 }
  await player.client.put('/api/fairness/client-seed', set)
  let hand = await act(player, 'stand')
  while (hand.legalActions.length > 0) hand = await act(player, 'stand')
  expect(clientSeed).not.toBe(set.clientSeed)
  expect(hand.clientSeed).toBe(clientSeed)
  const record = verificationRecord.parse(await recordOf(hand.transactionId))
  expect(record.clientSeed).toBe(clientSeed)
})

test('other games go on beside an open hand', async () => {
  const player = await playerWithPair()
  const flip = { choice: 'heads', betAmount: 10 }
  const { status, body } = await player.client.post('/api/games/coinflip', flip)
  expect(status).toBe(200)
  expect(body).toMatchObject({ nonce: 1 })
  await act(player, 'stand', { step: 0 })
})

/** A player with a hand of 10 coins that an action can follow. */
async function playerWho(action: Choice): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await chooseNextRound(server, player, (draws) =>
    legalChoices(blackjack.start({ betAmount: coins(10) }, draws)).includes(
      action,
    ),
  )
  await act(player, 'deal', { betAmount: 10 })
  return player
}

test.each([
  ['double', 10],
  ['split', 10],
  ['insurance', 5],
] as const)(
  '%s: a raise of %i coins that names its round, and no proof of its own',
  async (action, stake) => {
    const player = await playerWho(action)
    let hand = await act(player, action)
    while (hand.legalActions.length > 0) hand = await act(player, 'stand')
    const { transactionId: roundId, payout = 0 } = hand

    const transactions = await transactionsOf(player)
    expect(transactions.slice(0, -1).reverse()).toMatchObject([
      { id: roundId, type: 'bet', amount: -10, metadata: null },
      { type: 'raise', amount: -stake, metadata: { roundId, action } },
      ...(payout > 0
        ? [{ type: 'win', amount: payout, metadata: { roundId } }]
        : []),
    ])
    expect(await transactionsOf(player, '?type=raise')).toHaveLength(1)
    expect(await transactionsOf(player, '?type=bet')).toMatchObject([
      { id: roundId },
    ])
    expect(verificationRecord.parse(await recordOf(roundId)).id).toBe(roundId)
  },
)

async function transactionsOf({ client }: TestPlayer, query = '') {
  const { body } = await client.get(`/api/transactions${query}`)
  return transactions.parse(body)
}
