import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  chooseCards,
  chooseDeal,
  chooseFlip,
} from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import type { Answer } from '#testing/server/test-client.ts'
import {
  startTestServer,
  type TestServer,
} from '#testing/server/test-server.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'

/** The bankroll of a new house, without the seed of the next pot. */
const BANKROLL = 90_000
let server: TestServer
let ledger: LedgerService

// Each test has a house of its own.
beforeEach(async () => {
  const env = { HOUSE_REFILL: 'false' }
  const started = await startTestServer({ env })
  ;({ server } = started)
  ledger = server.modules.ledger.service
  return async () => {
    try {
      await started.audit()
    } finally {
      await started.closeAll()
    }
  }
})

const HI_LO = '/api/games/hilo'
const CARDS = '/api/games/blackjack'

async function richPlayer(coins = 1_000_000_000): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await ledger.grant(player.id, coins)
  return player
}

function parseLargest({ status, body, text }: Answer): number {
  expect(status, text).toBe(409)
  const { code, largestStake } = Object(body)
  expect(code).toBe('house_limit')
  expect(largestStake).toBeTypeOf('number')
  return largestStake
}

async function largestFlip({ client }: TestPlayer): Promise<number> {
  return parseLargest(await placeFlip(client, 900_000_000))
}

function deal({ client }: TestPlayer, betAmount: number): Promise<Answer> {
  return client.post(CARDS, { action: 'deal', betAmount })
}

async function largestDeal(player: TestPlayer): Promise<number> {
  return parseLargest(await deal(player, 900_000_000))
}

async function playerWithHand(): Promise<TestPlayer> {
  const player = await richPlayer()
  await chooseDeal(server, player, (_legal, { outcome }) => !outcome)
  return player
}

/** Guesses right on a king, for up to 11,870 coins. */
async function guess({ client }: TestPlayer): Promise<unknown> {
  await client.post(`${HI_LO}/start`, { betAmount: 1_000 })
  return (await client.post(`${HI_LO}/play`, { choice: 'higher' })).body
}

async function houseBalance(): Promise<number> {
  return (await ledger.totals()).house
}

test('refuses a bet beyond the bankroll with the largest possible stake', async () => {
  const player = await richPlayer()
  await chooseFlip(server, player, { isWin: true })
  const largest = await largestFlip(player)
  // A win costs 0.98 of the stake, rounded up; the next pot's seed is reserved.
  expect(Math.ceil(largest * 0.98)).toBeLessThanOrEqual(BANKROLL)
  expect(Math.ceil((largest + 1) * 0.98)).toBeGreaterThan(BANKROLL)
  expect(parseLargest(await placeFlip(player.client, largest + 1))).toBe(
    largest,
  )
  await flipCoin(player.client, largest)
})

test("limits a player's open rounds together, apart from other players'", async () => {
  const player = await playerWithHand()
  expect((await deal(player, await largestDeal(player))).status).toBe(200)
  await chooseCards(server, player, 'K', 'K')
  const ended = await guess(player)
  expect(ended).toMatchObject({
    gameActive: false,
    payout: 1_000,
    message: expect.stringContaining('house'),
    actions: [{ action: 'cashout', reason: 'house_limit' }],
  })
  await provenRecord(server, Object(ended).transactionId)
  await player.client.post(CARDS, { action: 'stand' })

  const other = await richPlayer()
  await chooseCards(server, other, 'K', 'K')
  expect(await guess(other)).toMatchObject({ gameActive: true })
  await other.client.post(`${HI_LO}/cashout`)
})

test('leaves part of the bankroll to other bets while hands are idle', async () => {
  const idle: TestPlayer[] = []
  for (let hands = 0; hands < 5; hands += 1) {
    const player = await playerWithHand()
    // The process may read the ledger between the two requests.
    const isDealt = await eventually(async () => {
      const largest = await largestDeal(player)
      if (largest === 0) return false
      expect((await deal(player, largest)).status).toBe(200)
      return true
    })
    if (!isDealt) break
    idle.push(player)
  }
  expect(idle.length).toBeGreaterThan(1)

  const other = await richPlayer()
  await eventually(() => flipCoin(other.client, Math.floor(BANKROLL / 3)))
  for (const { client } of idle) {
    const { status } = await client.post(CARDS, { action: 'double' })
    expect(status).toBe(200)
  }
})

test('concurrent bets never claim the same coins', async () => {
  const stake = Math.floor((await largestFlip(await richPlayer())) * 0.9)
  const players = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const player = await richPlayer()
      await chooseFlip(server, player, { isWin: true })
      return player
    }),
  )
  const answers = await Promise.all(
    players.map(({ client }) => placeFlip(client, stake)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await houseBalance()).toBeGreaterThanOrEqual(0)
})

/** Overdraws the bankroll with a win at each of two processes. */
async function overdraw(): Promise<TestPlayer> {
  await server.platform.db.transaction((tx) => ledger.topUpHouse(tx, 1_000_000))
  const other = await server.startApi({ env: { HOUSE_REFILL: 'false' } })
  const [first, second] = [await richPlayer(), await richPlayer()]
  await chooseFlip(server, first, { isWin: true })
  await chooseFlip(server, second, { isWin: true })
  await eventually(async () =>
    expect(await largestFlip(first)).toBeGreaterThan(900_000),
  )
  const stake = Math.floor((await largestFlip(first)) * 0.9)
  // Freezes the other process's bankroll before the first win.
  const stale = await other.modules.ledger.service.totals()
  const reading = vi
    .spyOn(other.modules.ledger.service, 'totals')
    .mockResolvedValue(stale)
  onTestFinished(() => reading.mockRestore())
  await eventually(() => expect(reading).toHaveBeenCalled())
  await flipCoin(first.client, stake)
  await flipCoin(second.client.at(other.origin), stake)
  return first
}

test('covers an overdraft of two processes even without refills', async () => {
  const player = await overdraw()
  await eventually(async () => {
    expect(await houseBalance()).toBe(0)
    expect(await largestFlip(player)).toBe(0)
  })
  expect((await placeFlip(player.client, 100)).body).toMatchObject({
    message: 'The house can’t cover a win that big right now. Try again later.',
  })
})

test('covers the reserved payouts of open hands, too', async () => {
  const { client, ...player } = await richPlayer(70_000)
  await chooseCards(server, { client, ...player }, 'K')
  await client.post(`${HI_LO}/start`, { betAmount: 70_000 })
  await overdraw()
  await eventually(async () => {
    const { house: balance, reserved } = await ledger.totals()
    expect({ balance, reserved }).toEqual({ balance: 70_000, reserved: 70_000 })
  })
  // Cashes the hand out, because another king would exceed the bankroll.
  const { body } = await client.post(`${HI_LO}/play`, { choice: 'higher' })
  expect(body).toMatchObject({ gameActive: false, payout: 70_000 })
})

test('an empty bankroll accepts no bets until it is refilled', async () => {
  const player = await overdraw()
  await eventually(async () => {
    expect(await houseBalance()).toBe(0)
    expect(await largestFlip(player)).toBe(0)
  })
  const filling = await server.startApi({ env: { HOUSE_REFILL: 'true' } })
  await eventually(async () => expect(await houseBalance()).toBe(110_000))
  await eventually(async () =>
    expect(await largestFlip(player)).toBeGreaterThan(100_000),
  )
  const { rows } = await server.pool.query(
    'SELECT house, grants FROM batches WHERE house > 0 AND players = 0 ORDER BY id DESC LIMIT 1',
  )
  expect(rows).toEqual([{ house: 110_000, grants: -110_000 }])
  const { metrics } = filling.platform
  expect(await metrics.registry.metrics()).toContain(
    'house_refill_coins_total 110000',
  )
})
