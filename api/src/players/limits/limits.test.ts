import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/durations.ts'
import { chooseDeal, chooseFlip } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import {
  expectLimit,
  readLimits,
  setLimits,
  takeBreak,
} from '#testing/player/limited-player.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { type Answer, fine } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const CARDS = '/api/games/blackjack'
const { clock, advance } = testClock()
const server = await openTestServer({ clock })
const second = await server.startApi({ clock })

// Every test has a day of its own, from six in the morning on.
beforeEach(() => advance(DAY_MS + 6 * HOUR_MS - (clock().getTime() % DAY_MS)))

async function limitedPlayer(dailyStake: number): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await setLimits(player, { dailyStake })
  return player
}

async function readStaked({ id }: TestPlayer): Promise<number> {
  const { rows } = await server.pool.query<{ staked: string }>(
    "SELECT coalesce(-sum(amount), 0) AS staked FROM transactions WHERE user_id = $1 AND type IN ('bet', 'raise')",
    [id],
  )
  return Number(rows[0]?.staked)
}

function manyBets({ client }: TestPlayer, count: number): Promise<Answer>[] {
  const elsewhere = client.at(second.origin)
  return Array.from({ length: count }, (_, index) =>
    placeFlip(index % 2 ? elsewhere : client, 10),
  )
}

test('applies no limits by default', async () => {
  const player = await server.newPlayer()
  await flipCoin(player.client, 7)
  expect(await readLimits(player)).toMatchObject({
    dailyStake: null,
    dailyLoss: null,
    pending: null,
    coolOffUntil: null,
    today: { staked: 7 },
  })
})

test('refuses a bet above the stake limit, and shows the rest', async () => {
  const player = await limitedPlayer(100)
  await flipCoin(player.client, 70)
  expectLimit(await placeFlip(player.client, 31), {
    limit: 'dailyStake',
    left: 30,
    message:
      'Your daily stake limit of 100 coins leaves 30 for today. It resets at midnight UTC.',
  })
  await flipCoin(player.client, 30)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('counts winnings against losses, without raising the loss limit', async () => {
  const player = await server.newPlayer()
  await setLimits(player, { dailyLoss: 100 })
  await chooseFlip(server, player, { isWin: true })
  await flipCoin(player.client, 100)
  expect((await readLimits(player)).today).toEqual({ staked: 100, lost: 0 })
  const large = await placeFlip(player.client, 101)
  expectLimit(large, { limit: 'dailyLoss', left: 100 })
  await chooseFlip(server, player, { isWin: false })
  await flipCoin(player.client, 100)
  expect((await readLimits(player)).today).toEqual({ staked: 200, lost: 2 })
  expectLimit(await placeFlip(player.client, 99), { left: 98 })
})

test('stakes at most the limit in 30 concurrent bets at two processes', async () => {
  const player = await limitedPlayer(95)
  const answers = await Promise.all(manyBets(player, 30))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(21)
  for (const answer of refused) {
    expectLimit(answer, { limit: 'dailyStake', left: 5 })
  }
  expect(await readStaked(player)).toBe(90)
  expect((await readLimits(player)).today.staked).toBe(90)
})

test('loses at most the limit in 30 concurrent bets at two processes', async () => {
  const player = await server.newPlayer()
  await setLimits(player, { dailyLoss: 35 })
  await Promise.all(manyBets(player, 30))
  const { lost, staked } = (await readLimits(player)).today
  expect(staked).toBeGreaterThanOrEqual(30)
  expect(lost).toBeLessThanOrEqual(35)
})

test('applies a new limit to pending bets', async () => {
  const player = await server.newPlayer()
  const bets = manyBets(player, 30)
  await Promise.race(bets)
  const { today } = await setLimits(player, { dailyStake: 10 })
  expect(today.staked).toBeGreaterThanOrEqual(10)
  await Promise.all([...bets, ...manyBets(player, 10)])
  expect(await readStaked(player)).toBe(today.staked)
})

test('counts coins staked before the limit was set, and replays their answers', async () => {
  const player = await server.newPlayer()
  const elsewhere = player.client.at(second.origin)
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await placeFlip(elsewhere, 60, key)
  await setLimits(player, { dailyStake: 50 })
  expectLimit(await placeFlip(elsewhere, 1), { left: 0 })
  expect((await placeFlip(elsewhere, 60, key)).text).toBe(first.text)
})

test('begins a new day at midnight UTC', async () => {
  const player = await limitedPlayer(10)
  const elsewhere = player.client.at(second.origin)
  await flipCoin(player.client, 10)
  advance(17.9 * HOUR_MS)
  expectLimit(await placeFlip(elsewhere, 1), { left: 0 })
  advance(0.1 * HOUR_MS)
  expect((await readLimits(player)).today).toEqual({ staked: 0, lost: 0 })
  await flipCoin(player.client, 10)
  expectLimit(await placeFlip(elsewhere, 1), { left: 0 })
})

test('keeps the day when a process with a slow clock takes a bet', async () => {
  const yesterday = testClock(new Date(clock().getTime() - DAY_MS))
  const behind = await server.startApi({ clock: yesterday.clock })
  const player = await limitedPlayer(20)
  const there = player.client.at(behind.origin)
  await flipCoin(player.client, 10)
  await flipCoin(there, 10)
  expectLimit(await placeFlip(there, 1), { left: 0 })
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('applies a raised limit a day later, also in a cached snapshot', async () => {
  const player = await limitedPlayer(10)
  const from = new Date(clock().getTime() + DAY_MS).toISOString()
  expect(await setLimits(player, { dailyStake: 200 })).toMatchObject({
    dailyStake: 10,
    pending: { dailyStake: 200, dailyLoss: null, from },
  })
  advance(23.9 * HOUR_MS)
  expectLimit(await placeFlip(player.client, 11), { left: 10 })
  advance(0.1 * HOUR_MS)
  const { dailyStake, pending } = await readLimits(player)
  expect({ dailyStake, pending }).toEqual({ dailyStake: 200, pending: null })
  await flipCoin(player.client, 200)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('keeps the tightest of concurrent limits', async () => {
  const player = await server.newPlayer()
  const wanted = [30, 10, 20]
  await Promise.all(
    wanted.map((dailyStake) => setLimits(player, { dailyStake })),
  )
  expect((await readLimits(player)).dailyStake).toBe(10)
})

async function act({ client }: TestPlayer, action: string): Promise<void> {
  fine(await client.post(CARDS, { action }))
}

async function playerWithHand(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await chooseDeal(server, player, (legal) => legal === 'hit,stand,double')
  const deal = { action: 'deal', betAmount: 100 }
  fine(await player.client.post(CARDS, deal))
  return player
}

test.each([{ dailyStake: 199 }, { dailyLoss: 199 }])(
  'refuses a double above %j, and lets the hand be finished',
  async (limits) => {
    const player = await playerWithHand()
    await setLimits(player, limits)
    const before = (await player.client.get(CARDS)).body
    const refused = await player.client.post(CARDS, { action: 'double' })
    expectLimit(refused, { left: 99 })
    expect((await player.client.get(CARDS)).body).toEqual(before)
    // A free action passes every limit.
    await setLimits(player, { dailyStake: 1, dailyLoss: 1 })
    await act(player, 'stand')
  },
)

test('counts a double within the limit', async () => {
  const player = await playerWithHand()
  await setLimits(player, { dailyStake: 200 })
  await act(player, 'double')
  expect((await readLimits(player)).today.staked).toBe(200)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('starts nothing during a break, in any process', async () => {
  const player = await server.newPlayer()
  const elsewhere = player.client.at(second.origin)
  await flipCoin(elsewhere)
  const until = await takeBreak(player, 90)
  expect(until).toEqual(new Date(clock().getTime() + 90 * MINUTE_MS))
  for (const client of [player.client, elsewhere]) {
    const coolOffUntil = until.toISOString()
    const shown = `${coolOffUntil.slice(0, 10)}, ${coolOffUntil.slice(11, 16)}`
    expectLimit(await placeFlip(client, 1), {
      limit: 'coolOff',
      coolOffUntil,
      message: `You are on a break until ${shown} UTC.`,
    })
  }
  advance(90 * MINUTE_MS - 1)
  expectLimit(await placeFlip(elsewhere, 1), { limit: 'coolOff' })
  advance(1)
  await flipCoin(elsewhere)
  expect((await readLimits(player)).coolOffUntil).toBeNull()
})

test('finishes an open hand during a break, with a double', async () => {
  const player = await playerWithHand()
  await takeBreak(player, 60)
  await act(player, 'double')
  const deal = { action: 'deal', betAmount: 1 }
  const again = await player.client.post(CARDS, deal)
  expectLimit(again, { limit: 'coolOff' })
})
