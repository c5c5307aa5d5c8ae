import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { problem } from '#core/schemas/problem.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import {
  expectLimit,
  limitsOf,
  setLimits,
} from '#testing/player/limited-player.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import type { Answer } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
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

/** Bets of 10 at once, to both processes in turn. */
function manyBets({ client }: TestPlayer, count: number): Promise<Answer>[] {
  const elsewhere = client.at(second.origin)
  return Array.from({ length: count }, (_, index) =>
    placeFlip(index % 2 ? elsewhere : client, 10),
  )
}

/** Has the player's next flip of heads end as wanted. */
function chooseFlip(player: TestPlayer, isWanted: { isWin: boolean }) {
  const bet = { betAmount: coins(1), choice: 'heads' } as const
  return chooseNextRound(server, player, (draws) => {
    const isWin = coinFlip.start(bet, draws).outcome.payout > 0
    return isWin === isWanted.isWin
  })
}

test('nobody has limits unless they set them', async () => {
  const player = await server.newPlayer()
  await flipCoin(player.client, 7)
  expect(await limitsOf(player)).toMatchObject({
    dailyStake: null,
    dailyLoss: null,
    pending: null,
    coolOffUntil: null,
    today: { staked: 7 },
  })
  await player.client.post('/api/logout')
  expect((await player.client.get('/api/limits')).status).toBe(401)
})

test('a bet past the stake limit is refused with what is left', async () => {
  const player = await limitedPlayer(100)
  await flipCoin(player.client, 70)
  const refused = await placeFlip(player.client, 31)
  expectLimit(refused, { limit: 'dailyStake', left: 30 })
  expect(problem.parse(refused.body).message).toBe(
    'Your daily stake limit of 100 coins leaves 30 for today. A new day begins at midnight UTC.',
  )
  await flipCoin(player.client, 30)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('winnings count against losses, and add nothing to the loss limit', async () => {
  const player = await server.newPlayer()
  await setLimits(player, { dailyLoss: 100 })
  await chooseFlip(player, { isWin: true })
  await flipCoin(player.client, 100)
  expect((await limitsOf(player)).today).toEqual({ staked: 100, lost: 0 })
  const large = await placeFlip(player.client, 101)
  expectLimit(large, { limit: 'dailyLoss', left: 100 })
  await chooseFlip(player, { isWin: false })
  await flipCoin(player.client, 100)
  expect((await limitsOf(player)).today).toEqual({ staked: 200, lost: 2 })
  expectLimit(await placeFlip(player.client, 99), { left: 98 })
})

test('50 bets at once at two processes stake no more than the limit', async () => {
  const player = await limitedPlayer(95)
  const answers = await Promise.all(manyBets(player, 50))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(41)
  for (const answer of refused) {
    expectLimit(answer, { limit: 'dailyStake', left: 5 })
  }
  expect(await stakedBy(player)).toBe(90)
  expect((await limitsOf(player)).today.staked).toBe(90)
})

test('50 bets at once at two processes lose no more than the limit', async () => {
  const player = await server.newPlayer()
  await setLimits(player, { dailyLoss: 35 })
  await Promise.all(manyBets(player, 50))
  const { lost } = (await limitsOf(player)).today
  expect(lost).toBeLessThanOrEqual(35)
})

test('no bet passes a limit that is set while bets are under way', async () => {
  const player = await server.newPlayer()
  const bets = manyBets(player, 40)
  await Promise.race(bets)
  const { today } = await setLimits(player, { dailyStake: 10 })
  expect(today.staked).toBeGreaterThanOrEqual(10)
  await Promise.all([...bets, ...manyBets(player, 10)])
  expect(await stakedBy(player)).toBe(today.staked)
})

test('coins staked before the limit was set count, in every process', async () => {
  const player = await server.newPlayer()
  const elsewhere = player.client.at(second.origin)
  await flipCoin(elsewhere, 60)
  await setLimits(player, { dailyStake: 50 })
  expectLimit(await placeFlip(elsewhere, 1), { left: 0 })
})

test('a bet that was answered is answered again, though it would be refused now', async () => {
  const player = await server.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await placeFlip(player.client, 10, key)
  await setLimits(player, { dailyStake: 1 })
  expect((await placeFlip(player.client, 10, key)).text).toBe(first.text)
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

test('a lowering cancels the raise that waits', async () => {
  const player = await limitedPlayer(100)
  await setLimits(player, { dailyStake: null })
  await setLimits(player, { dailyStake: 50 })
  advance(25 * HOUR_MS)
  const { dailyStake, pending } = await limitsOf(player)
  expect({ dailyStake, pending }).toEqual({ dailyStake: 50, pending: null })
})

test('of changes at once the tightest limit stays', async () => {
  const player = await server.newPlayer()
  const wanted = [30, 10, 20]
  await Promise.all(
    wanted.map((dailyStake) => setLimits(player, { dailyStake })),
  )
  expect((await limitsOf(player)).dailyStake).toBe(10)
})
