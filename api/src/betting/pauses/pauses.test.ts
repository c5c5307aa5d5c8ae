import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { casinoStats } from '#core/api/stats.ts'
import { chooseDeal } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { type Answer, fine, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openSocket } from '#testing/server/test-socket.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { createPausesService } from './pauses.service.ts'

const CARDS = '/api/games/blackjack'
const DEAL = { action: 'deal', betAmount: 10 }
const server = await openTestServer()
const second = await server.startApi()
// Like an operator's command, which is not a serving process.
const pauses = createPausesService(openDatabase(server.pool))

async function expectShown(paused: object[]): Promise<void> {
  const visitor = new TestClient(server.origin)
  await eventually(async () => {
    const { body } = await visitor.get('/api/casino-stats')
    expect(casinoStats.parse(body).paused).toEqual(paused)
  })
}

const flip = (client: TestClient) => placeFlip(client, 1)
const deal = (client: TestClient) => client.post(CARDS, DEAL)

async function expectEverywhere(
  { client }: TestPlayer,
  start: (client: TestClient) => Promise<Answer>,
  expected: object,
): Promise<void> {
  for (const there of [client, client.at(second.origin)]) {
    await eventually(async () =>
      expect(await start(there)).toMatchObject(expected),
    )
  }
}

test('refuses a paused game in every process, with its latest reason, until it is resumed', async () => {
  const player = await server.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const before = await placeFlip(player.client, 1, key)
  const tabs = [
    await openSocket(server.origin),
    await openSocket(second.origin),
  ]
  await pauses.pause('Coin Flip', 'New coins are minted.')
  await expectEverywhere(player, flip, {
    status: 503,
    body: {
      code: 'paused',
      message: 'Coin Flip is paused: New coins are minted.',
      gameType: 'Coin Flip',
      reason: 'New coins are minted.',
    },
  })
  const paused = [{ gameType: 'Coin Flip', reason: 'New coins are minted.' }]
  await expectShown(paused)
  for (const { pauses: told, socket } of tabs) {
    await eventually(() => expect(told).toMatchObject([{ paused }]))
    socket.terminate()
  }
  const repeated = await placeFlip(player.client, 1, key)
  expect(repeated.text).toBe(before.text)
  expect((await deal(player.client)).status).toBe(200)
  await pauses.pause('Coin Flip', null)
  const unexplained = { message: 'Coin Flip is paused for now.' }
  await expectEverywhere(player, flip, { status: 503, body: unexplained })
  await expectShown([{ gameType: 'Coin Flip', reason: null }])

  expect(await pauses.resume('Coin Flip')).toBe(true)
  await expectEverywhere(player, flip, { status: 200 })
  await expectShown([])
  expect(await pauses.resume('Coin Flip')).toBe(false)
})

test('continues an open hand of a paused game', async () => {
  const player = await server.newPlayer()
  await chooseDeal(server, player, (legal) => legal.includes('double'))
  expect((await deal(player.client)).status).toBe(200)
  await pauses.pause('Blackjack', null)
  // Refused in any case, since an open hand would hide the pause.
  const dealDear = (client: TestClient) =>
    client.post(CARDS, { action: 'deal', betAmount: 5_000 })
  await expectEverywhere(await server.newPlayer(), dealDear, { status: 503 })
  fine(await player.client.post(CARDS, { action: 'double' }))
  await pauses.resume('Blackjack')
})

test('reads pauses at the start', async () => {
  const player = await server.newPlayer()
  await flipCoin(player.client)
  await pauses.pause('Coin Flip', null)
  const late = await server.startApi()
  const answer = await placeFlip(player.client.at(late.origin), 1)
  expectCode(answer, 'paused')
  await pauses.resume('Coin Flip')
})
