import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Draws } from '#core/fairness/draws.ts'
import { cardOf } from '#core/games/cards.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { eventually } from '#testing/server/eventually.ts'
import type { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openBankroll } from './bankroll.ts'

const server = await openTestServer({ env: { HOUSE_REFILL: 'false' } })
const refusal = z.looseObject({ code: z.string(), largestStake: z.int() })

async function richPlayer(): Promise<TestClient> {
  const { client, id } = await server.newPlayer()
  await server.features.ledger.service.grant(id, 1_000_000_000)
  return client
}

async function largestStake(client: TestClient): Promise<number> {
  const refused = await placeFlip(client, 900_000_000)
  expect(refused.status).toBe(409)
  const { code, largestStake } = refusal.parse(refused.body)
  expect(code).toBe('house_limit')
  return largestStake
}

async function houseBalance(): Promise<number> {
  return (await server.features.ledger.service.totals()).house
}

/** Bets all that the house can cover until it has lost. */
async function winAll(client: TestClient): Promise<void> {
  let flip: CoinFlipAnswer
  do flip = await flipCoin(client, await largestStake(client))
  while (!flip.isWin)
}

/**
 * Wins as often as it takes: the process may take the house for poorer than it
 * is.
 */
async function breakTheBank(client: TestClient): Promise<void> {
  while ((await houseBalance()) > JACKPOT_SEED + 100) {
    const betAmount = await largestStake(client)
    if (betAmount > 0) await flipCoin(client, betAmount)
  }
}

test('a bet that the house can not cover is refused with the largest that it can', async () => {
  const client = await richPlayer()
  const largest = await largestStake(client)
  // A win costs the house 0.98 of the stake, rounded up; a new pot's seed stays.
  expect(Math.ceil(largest * 0.98)).toBeLessThanOrEqual(90_000)
  expect(Math.ceil((largest + 1) * 0.98)).toBeGreaterThan(90_000)
  const above = await placeFlip(client, largest + 1)
  expect(above.body).toMatchObject({
    code: 'house_limit',
    largestStake: largest,
  })
  expect(await flipCoin(client, largest)).toMatchObject({ betAmount: largest })
})

test('bets at once never promise the same coins twice', async () => {
  const client = await richPlayer()
  const stake = Math.floor((await largestStake(client)) * 0.9)
  const others = await Promise.all(Array.from({ length: 8 }, richPlayer))
  await Promise.all(others.map((other) => placeFlip(other, stake)))
  expect(await houseBalance()).toBeGreaterThanOrEqual(0)
})

/**
 * Waits until the process knows what came of all that is settled: one of its
 * readings began after it, and ended.
 */
async function booksRead() {
  const reading = vi.spyOn(server.features.ledger.service, 'totals')
  await eventually(() => expect(reading.mock.calls.length).toBeGreaterThan(1))
  reading.mockRestore()
}

/**
 * Has the process wait for what its next reading of the books said, and for the
 * one after that.
 */
async function slowReadings() {
  const { service: ledger } = server.features.ledger
  await booksRead()
  const totals = await ledger.totals()
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const reading = vi
    .spyOn(ledger, 'totals')
    .mockImplementationOnce(() => first.promise.then(() => totals))
    .mockImplementation(() => second.promise.then(() => totals))
  onTestFinished(() => {
    reading.mockRestore()
    second.resolve()
  })
  const isBegun = (times: number) =>
    eventually(() => expect(reading).toHaveBeenCalledTimes(times))
  await isBegun(1)
  return {
    async end() {
      first.resolve()
      await isBegun(2)
    },
  }
}

test('what is lost while the books are read is not promised again', async () => {
  const client = await richPlayer()
  const reading = await slowReadings()
  await winAll(client)
  await reading.end()
  expect(await largestStake(client)).toBeLessThan(100)
  await server.features.ledger.service.refillHouse()
})

test.each([-30, 30])(
  'a move that brings %i counts at once where nothing is read',
  async (gain) => {
    const bankroll = await bankrollOf(1_000)
    const release = bankroll.reserve(50)
    expect(bankroll.free()).toBe(950)
    release({ gain, held: 0 })
    expect(bankroll.free()).toBe(1_000 + gain)
  },
)

test('what came of a move that was settled before or after a reading ended is never taken for more than it is', async () => {
  const bankroll = await bankrollOf(1_000)
  const early = [40, -30].map((gain) => ({
    gain,
    release: bankroll.reserve(50),
  }))
  const late = [20, -10].map((gain) => ({
    gain,
    release: bankroll.reserve(50),
  }))
  // The reading may know of each of the four, or not.
  await bankroll.follow(async () => {
    for (const { gain, release } of early) release({ gain, held: 0 })
    return figuresOf(1_000)
  })
  for (const { gain, release } of late) release({ gain, held: 0 })
  expect(bankroll.free()).toBe(1_000 - 30 - 10)
  await bankroll.follow(async () => figuresOf(1_020))
  expect(bankroll.free()).toBe(1_020)
})

test('figures in doubt are read before they count, and others not', async () => {
  const bankroll = await bankrollOf(1_000)
  const read = vi.fn(async () => figuresOf(900))
  await bankroll.load(read)
  expect(bankroll.free()).toBe(1_000)
  bankroll.doubt()
  await bankroll.load(read)
  await bankroll.load(read)
  expect(bankroll.free()).toBe(900)
  expect(read).toHaveBeenCalledOnce()
})

test('a doubt that comes up while the books are read is not settled by them', async () => {
  const bankroll = await bankrollOf(1_000)
  await bankroll.follow(async () => {
    bankroll.doubt()
    return figuresOf(1_000)
  })
  await bankroll.load(async () => figuresOf(900))
  expect(bankroll.free()).toBe(900)
})

test('of two readings at once each may miss what the other knows', async () => {
  const bankroll = await bankrollOf(1_000)
  const release = bankroll.reserve(50)
  await bankroll.follow(async () => {
    await bankroll.follow(async () => figuresOf(1_000))
    release({ gain: -30, held: 0 })
    return figuresOf(1_000)
  })
  expect(bankroll.free()).toBe(970)
})

test('a reading that fails leaves the figures as they were', async () => {
  const bankroll = await bankrollOf(1_000)
  const failing = bankroll.follow(() => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  bankroll.reserve(50)({ gain: 10, held: 4 })
  expect(bankroll.free()).toBe(1_006)
})

function figuresOf(free: number) {
  return { house: JACKPOT_SEED + free, held: 0, jackpot: JACKPOT_SEED }
}

async function bankrollOf(free: number) {
  const bankroll = openBankroll({ refill: false })
  await bankroll.follow(async () => figuresOf(free))
  return bankroll
}

/** A rich player whose next flip of heads wins. */
async function winner(): Promise<TestClient> {
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 1_000_000_000)
  const bet = { betAmount: coins(1), choice: 'heads' } as const
  await chooseNextRound(
    server,
    player,
    (draws) => coinFlip.start(bet, draws).outcome.payout > 0,
  )
  return player.client
}

/**
 * Has two processes each pay out what the house has once. @returns a player.
 */
async function overdraw(): Promise<TestClient> {
  await server.features.ledger.service.topUpHouse(1_000_000)
  const other = await server.startApi({ env: { HOUSE_REFILL: 'false' } })
  const first = await winner()
  const second = await winner()
  await eventually(async () =>
    expect(await largestStake(first)).toBeGreaterThan(900_000),
  )
  const stake = Math.floor((await largestStake(first)) * 0.9)
  // What the other process knows of the house is from before the first win.
  const { service: ledger } = other.features.ledger
  const reading = vi
    .spyOn(ledger, 'totals')
    .mockResolvedValue(await ledger.totals())
  onTestFinished(() => reading.mockRestore())
  await eventually(() => expect(reading).toHaveBeenCalled())
  await flipCoin(first, stake)
  await flipCoin(second.at(other.origin), stake)
  return first
}

test('what two processes overdraw together is granted also where nothing is filled up', async () => {
  const first = await overdraw()
  await eventually(async () => expect(await houseBalance()).toBe(0))
  await eventually(async () => expect(await largestStake(first)).toBe(0))
  const refused = await placeFlip(first, 100)
  expect(refused.body).toMatchObject({
    message:
      'The house can not cover a win of that size now. It takes no bets on this game until it has coins again.',
  })
})

test('what an open hand may still be paid is granted with it', async () => {
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 70_000)
  const isKing = (draws: Draws) => cardOf(draws(0)).value === 'K'
  await chooseNextRound(server, player, isKing)
  await player.client.post('/api/games/hilo/start', { betAmount: 70_000 })
  await overdraw()
  await eventually(async () => {
    const { house: balance, held } =
      await server.features.ledger.service.totals()
    expect({ balance, held }).toEqual({ balance: 70_000, held: 70_000 })
  })
  // The house can not cover another king, and pays the hand out instead.
  const guess = { choice: 'higher' }
  const { body } = await player.client.post('/api/games/hilo/play', guess)
  expect(body).toMatchObject({ gameActive: false, payout: 70_000 })
})

test('an empty house takes no bets until it is filled up from the grants', async () => {
  const client = await richPlayer()
  await breakTheBank(client)
  const left = await houseBalance()
  expect(left).toBeLessThan(50_000)
  // What another process paid is known here when the books are read next.
  await eventually(async () =>
    expect(await largestStake(client)).toBeLessThan(100),
  )

  const filling = await server.startApi({ env: { HOUSE_REFILL: 'true' } })
  await eventually(async () => expect(await houseBalance()).toBe(110_000))
  await eventually(async () =>
    expect(await largestStake(client)).toBeGreaterThan(100_000),
  )
  const { rows } = await server.pool.query(
    'SELECT house, grants FROM batches WHERE house > 0 AND players = 0 ORDER BY id DESC LIMIT 1',
  )
  const granted = String(110_000 - left)
  expect(rows).toEqual([{ house: granted, grants: `-${granted}` }])
  const { metrics } = filling.platform
  expect(await metrics.registry.metrics()).toContain(
    `house_refill_coins_total ${granted}`,
  )
})
