import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { chooseDeal, chooseFlip } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import {
  expectLimit,
  limitsOf,
  setLimits,
  takeBreak,
} from '#testing/player/limited-player.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { fine } from '#testing/server/fine.ts'
import type { Answer } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
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

async function stakedBy({ id }: TestPlayer): Promise<number> {
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

test('a player has no limits unless they set some', async () => {
  const player = await server.newPlayer()
  await flipCoin(player.client, 7)
  expect(await limitsOf(player)).toMatchObject({
    dailyStake: null,
    dailyLoss: null,
    pending: null,
    coolOffUntil: null,
    today: { staked: 7 },
  })
})

test('a bet past the stake limit is refused with what is left', async () => {
  const player = await limitedPlayer(100)
  await flipCoin(player.client, 70)
  expectLimit(await placeFlip(player.client, 31), {
    limit: 'dailyStake',
    left: 30,
    message:
      'Your daily stake limit of 100 coins leaves 30 for today. A new day begins at midnight UTC.',
  })
  await flipCoin(player.client, 30)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('winnings count against losses, and add nothing to the loss limit', async () => {
  const player = await server.newPlayer()
  await setLimits(player, { dailyLoss: 100 })
  await chooseFlip(server, player, { isWin: true })
  await flipCoin(player.client, 100)
  expect((await limitsOf(player)).today).toEqual({ staked: 100, lost: 0 })
  const large = await placeFlip(player.client, 101)
  expectLimit(large, { limit: 'dailyLoss', left: 100 })
  await chooseFlip(server, player, { isWin: false })
  await flipCoin(player.client, 100)
  expect((await limitsOf(player)).today).toEqual({ staked: 200, lost: 2 })
  expectLimit(await placeFlip(player.client, 99), { left: 98 })
})

test('30 bets at once at two processes stake no more than the limit', async () => {
  const player = await limitedPlayer(95)
  const answers = await Promise.all(manyBets(player, 30))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(21)
  for (const answer of refused) {
    expectLimit(answer, { limit: 'dailyStake', left: 5 })
  }
  expect(await stakedBy(player)).toBe(90)
  expect((await limitsOf(player)).today.staked).toBe(90)
})

test('30 bets at once at two processes lose no more than the limit', async () => {
  const player = await server.newPlayer()
  await setLimits(player, { dailyLoss: 35 })
  await Promise.all(manyBets(player, 30))
  const { lost } = (await limitsOf(player)).today
  expect(lost).toBeLessThanOrEqual(35)
})

test('no bet passes a limit that is set while bets are under way', async () => {
  const player = await server.newPlayer()
  const bets = manyBets(player, 30)
  await Promise.race(bets)
  const { today } = await setLimits(player, { dailyStake: 10 })
  expect(today.staked).toBeGreaterThanOrEqual(10)
  await Promise.all([...bets, ...manyBets(player, 10)])
  expect(await stakedBy(player)).toBe(today.staked)
})

test('coins staked before the limit was set count, and their answers can be repeated', async () => {
  const player = await server.newPlayer()
  const elsewhere = player.client.at(second.origin)
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await placeFlip(elsewhere, 60, key)
  await setLimits(player, { dailyStake: 50 })
  expectLimit(await placeFlip(elsewhere, 1), { left: 0 })
  expect((await placeFlip(elsewhere, 60, key)).text).toBe(first.text)
})

test('a new day begins at midnight UTC', async () => {
  const player = await limitedPlayer(10)
  const elsewhere = player.client.at(second.origin)
  await flipCoin(player.client, 10)
  advance(17.9 * HOUR_MS)
  expectLimit(await placeFlip(elsewhere, 1), { left: 0 })
  advance(0.1 * HOUR_MS)
  expect((await limitsOf(player)).today).toEqual({ staked: 0, lost: 0 })
  await flipCoin(player.client, 10)
  expectLimit(await placeFlip(elsewhere, 1), { left: 0 })
})

test('a process whose clock is behind brings no day back', async () => {
  const yesterday = testClock(new Date(clock().getTime() - DAY_MS))
  const behind = await server.startApi({ clock: yesterday.clock })
  const player = await limitedPlayer(20)
  const there = player.client.at(behind.origin)
  await flipCoin(player.client, 10)
  await flipCoin(there, 10)
  expectLimit(await placeFlip(there, 1), { left: 0 })
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('a raise counts a day later, also in a snapshot that was read before', async () => {
  const player = await limitedPlayer(10)
  const from = new Date(clock().getTime() + DAY_MS).toISOString()
  expect(await setLimits(player, { dailyStake: 200 })).toMatchObject({
    dailyStake: 10,
    pending: { dailyStake: 200, dailyLoss: null, from },
  })
  advance(23.9 * HOUR_MS)
  expectLimit(await placeFlip(player.client, 11), { left: 10 })
  advance(0.1 * HOUR_MS)
  const { dailyStake, pending } = await limitsOf(player)
  expect({ dailyStake, pending }).toEqual({ dailyStake: 200, pending: null })
  await flipCoin(player.client, 200)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('of changes at once the tightest limit stays', async () => {
  const player = await server.newPlayer()
  const wanted = [30, 10, 20]
  await Promise.all(
    wanted.map((dailyStake) => setLimits(player, { dailyStake })),
  )
  expect((await limitsOf(player)).dailyStake).toBe(10)
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
  'a double past %j is refused; the hand stays and can be finished',
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

test('a double that fits counts to the day', async () => {
  const player = await playerWithHand()
  await setLimits(player, { dailyStake: 200 })
  await act(player, 'double')
  expect((await limitsOf(player)).today.staked).toBe(200)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('in a break nothing is started in any process, until it is over', async () => {
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
  expect((await limitsOf(player)).coolOffUntil).toBeNull()
})

test('a hand that was open before a break is finished in it, doubled too', async () => {
  const player = await playerWithHand()
  await takeBreak(player, 60)
  await act(player, 'double')
  const deal = { action: 'deal', betAmount: 1 }
  const again = await player.client.post(CARDS, deal)
  expectLimit(again, { limit: 'coolOff' })
})
