import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Draws } from '#core/fairness/draws.ts'
import { type Card, cardOf } from '#core/games/cards.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { stepsAnswer } from '#core/schemas/round-answer.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import { verifiedRecord } from '#core/schemas/verified-record.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const { clock, advance } = testClock()
const server = await openTestServer({ clock })

const state = z.looseObject({
  ...stepsAnswer.shape,
  gameActive: z.boolean(),
  currentCard: z.nullable(z.looseObject({ value: z.unknown() })),
  accumulatedWinnings: z.number(),
  consecutiveWins: z.int(),
  message: z.optional(z.string()),
})
type State = z.infer<typeof state>

async function ask(
  { client }: TestPlayer,
  path: string,
  body?: object,
): Promise<State> {
  const answer = await client.post(`/api/games/hilo/${path}`, body)
  expect(answer.status, answer.text).toBe(200)
  return state.parse(answer.body)
}

/** A player whose next round shows cards of these values, in order. */
async function playerWith(...values: Card['value'][]): Promise<TestPlayer> {
  const player = await server.newPlayer()
  const isWanted = (draws: Draws) =>
    values.every((value, index) => cardOf(draws(index)).value === value)
  await chooseNextRound(server, player, isWanted)
  return player
}

async function isProven({ transactionId }: State): Promise<boolean> {
  const { client } = await server.newPlayer()
  const { body } = await client.get(`/api/verify/${transactionId}`)
  const record = verificationRecord.parse(body)
  const { checks, isAsShown } = verifiedRecord(nativeHashes, record)
  return isAsShown && Object.values(checks).every((holds) => holds)
}

test('right guesses grow the winnings, and a cash-out pays them', async () => {
  const player = await playerWith(2, 9, 'J')
  expect(await ask(player, 'start', { betAmount: 100 })).toMatchObject({
    gameActive: true,
    balance: 900,
    step: 0,
    accumulatedWinnings: 0,
    legalActions: ['play', 'skip'],
  })
  // 12 of 13 are as high as a 2.
  const first = await ask(player, 'play', { choice: 'higher', step: 0 })
  expect(first).toMatchObject({
    consecutiveWins: 1,
    accumulatedWinnings: 107.25,
  })
  // 5 of 13 are as high as a 9: 107.25 × 0.99 × 13 / 5.
  const second = await ask(player, 'play', { choice: 'higher' })
  expect(second).toMatchObject({ accumulatedWinnings: 276.06, balance: 900 })
  const { payout = 0, ...cashed } = await ask(player, 'cashout')
  expect([276, 277]).toContain(payout)
  expect(cashed).toMatchObject({ gameActive: false, balance: 900 + payout })
  expect(await isProven(state.parse({ ...cashed, payout }))).toBe(true)
})

test('a skip draws another card and changes nothing else', async () => {
  const player = await playerWith(2, 9, 'J')
  await ask(player, 'start', { betAmount: 100 })
  const before = await ask(player, 'play', { choice: 'higher' })
  const { currentCard, ...after } = await ask(player, 'skip', { step: 1 })
  expect(currentCard?.value).toBe('J')
  expect(after).toMatchObject({
    gameActive: true,
    step: 2,
    consecutiveWins: 1,
    accumulatedWinnings: before.accumulatedWinnings,
    balance: 900,
  })
  const stale = await player.client.post('/api/games/hilo/skip', { step: 1 })
  expect(stale.status).toBe(409)
  expect(await isProven(await ask(player, 'cashout'))).toBe(true)
})

test('a wrong guess ends the round with nothing', async () => {
  const player = await playerWith('Q', 3)
  await ask(player, 'start', { betAmount: 100 })
  const ended = await ask(player, 'play', { choice: 'higher' })
  expect(ended).toMatchObject({ gameActive: false, payout: 0, balance: 900 })
  expect(await isProven(ended)).toBe(true)
  const { body } = await player.client.get('/api/games/hilo')
  expect(body).toMatchObject({ gameActive: false, currentCard: null })
})

test('nothing can be cashed out before a guess was right', async () => {
  const player = await playerWith(7)
  await ask(player, 'start', { betAmount: 10 })
  const early = await player.client.post('/api/games/hilo/cashout')
  expect(early.status).toBe(409)
  expect(early.body).toMatchObject({
    code: 'illegal_action',
    legalActions: ['play', 'skip'],
  })
})

test('a guess whose win the house can not cover is cashed out before the draw', async () => {
  const player = await playerWith('K', 'K', 'K')
  await ask(player, 'start', { betAmount: 1_000 })
  // Another king of 13: 12.87 times, which the house can pay.
  const first = await ask(player, 'play', { choice: 'higher' })
  expect(first).toMatchObject({
    consecutiveWins: 1,
    accumulatedWinnings: 12_870,
  })
  // Once more would be 165,636, and the house would keep too much for one player.
  const ended = await ask(player, 'play', { choice: 'higher' })
  expect(ended).toMatchObject({
    gameActive: false,
    payout: 12_870,
    actions: [
      { action: 'play', choice: 'higher' },
      { action: 'cashout', reason: 'house_limit' },
    ],
  })
  expect(ended.message).toContain('house')
  expect(await isProven(ended)).toBe(true)
})

test('a guess whose win no balance could hold is refused, and the round goes on', async () => {
  const player = await playerWith(7, 'K')
  await server.features.ledger.service.grant(player.id, 8_000_000_000_000_000)
  await ask(player, 'start', { betAmount: 8_000_000_000_000_000 })
  const guess = { choice: 'higher' }
  const refused = await player.client.post('/api/games/hilo/play', guess)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'balance_limit' })
  const { body } = await player.client.get('/api/games/hilo')
  expect(state.parse(body)).toMatchObject({ gameActive: true, actions: [] })
})

test('what open rounds could win is kept for them', async () => {
  const player = await playerWith('K', 'K')
  const held = async () => (await server.features.ledger.service.totals()).held
  const before = await held()
  await ask(player, 'start', { betAmount: 100 })
  expect(await held()).toBe(before + 100)
  await ask(player, 'play', { choice: 'higher' })
  expect(await held()).toBe(before + 1_287)
  await ask(player, 'cashout')
  expect(await held()).toBe(before)
})

test('a round that nobody plays on for a week cashes out by itself', async () => {
  const player = await playerWith(2, 9)
  await ask(player, 'start', { betAmount: 100 })
  await ask(player, 'play', { choice: 'higher' })
  const waiting = await playerWith(5)
  await ask(waiting, 'start', { betAmount: 100 })

  // The database's clock stamps the rounds; the job's is ahead of it.
  advance(8 * DAY_MS)
  await server.startApi({ clock })
  await eventually(async () => {
    const { balance } = coinsOf((await player.client.get('/api/user')).body)
    expect([1_007, 1_008]).toContain(balance)
  })
  await eventually(async () => {
    const { balance } = coinsOf((await waiting.client.get('/api/user')).body)
    expect(balance).toBe(1_000)
  })
})

const coinsOf = (body: unknown) =>
  z.looseObject({ balance: coinAmount }).parse(body)
