import type pg from 'pg'
import { expect, test } from 'vitest'
import {
  leaderboardAnswer,
  participationAnswer,
} from '#core/api/leaderboard.ts'
import { DAY_MS } from '#core/durations.ts'
import { RANKED_STAKE_MIN } from '#core/leaderboard/weekly-ranking.ts'
import { type Move, moveCoins } from '#testing/chain/move-coins.ts'
import { waitingForLocks } from '#testing/database/open-transaction.ts'
import { chooseCards, chooseFlip } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { playHiLo } from '#testing/player/hi-lo.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const PARTICIPATION = '/api/leaderboard/participation'
const WEEK_MS = 7 * DAY_MS

async function board() {
  await server.modules.leaderboard.runNow()
  const { body } = await new TestClient(server.origin).get('/api/leaderboard')
  return leaderboardAnswer.parse(body)
}

async function setShown({ client }: TestPlayer, isShown: boolean) {
  const answer = await client.put(PARTICIPATION, { isShown })
  expect(answer.status, answer.text).toBe(200)
  return participationAnswer.parse(answer.body)
}

async function participation({ client }: TestPlayer) {
  await server.modules.leaderboard.runNow()
  return participationAnswer.parse((await client.get(PARTICIPATION)).body)
}

/** A player with coins to stake, who takes part unless said otherwise. */
async function richPlayer({ isShown = true } = {}): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await server.modules.ledger.service.grant(player.id, 50_000)
  if (isShown) await setShown(player, true)
  return player
}

function toMoves(at: Date, ...amounts: number[]): Move[] {
  return amounts.map((amount) => ({
    type: 'raise',
    gameType: 'Blackjack',
    amount: -amount,
    at,
  }))
}

/** Runs an action while no process can count. */
async function uncounted(work: (client: pg.PoolClient) => Promise<void>) {
  const client = await server.pool.connect()
  await client.query('BEGIN; LOCK TABLE leaderboard_players')
  await work(client)
  await client.query('COMMIT')
  client.release()
}

function hasName({ username }: TestPlayer) {
  return ({ player }: { player: string }) => player === username
}

/** Hi-lo for 100 that wins its first guess, a 9 after a 2. */
async function startHand(player: TestPlayer): Promise<void> {
  await chooseCards(server, player, 2, 9)
  await playHiLo(player, 'start', { betAmount: 100 })
  await playHiLo(player, 'play', { choice: 'higher' })
}

test('answers pending reads while players join and leave', async () => {
  const { service } = server.modules.leaderboard
  service.forget()
  let waiting: Promise<Answer> | undefined
  await uncounted(async () => {
    waiting = new TestClient(server.origin).get('/api/leaderboard')
    await eventually(async () =>
      expect(await waitingForLocks(server.pool)).toBeGreaterThan(0),
    )
    service.forget()
  })
  expect((await waiting)?.status).toBe(200)
})

test('names only players who joined, and counts their bets from then on', async () => {
  const player = await richPlayer({ isShown: false })
  await flipCoin(player.client, RANKED_STAKE_MIN)
  expect(await participation(player)).toEqual({
    isShown: false,
    stake: 0,
    payout: 0,
    prize: null,
  })
  expect(await setShown(player, true)).toMatchObject({ isShown: true })
  await chooseFlip(server, player, { isWin: true })
  const { transactionId: betId } = await flipCoin(player.client, 100)
  const counted = { stake: 100, payout: 198 }
  await eventually(async () =>
    expect(await participation(player)).toMatchObject({
      isShown: true,
      ...counted,
    }),
  )
  const { byMultiple, byReturn } = (await board()).thisWeek
  expect(byReturn.some(hasName(player))).toBe(false)
  expect(byMultiple.find(hasName(player))).toEqual({
    player: player.username,
    betId,
    gameType: 'Coin Flip',
    ...counted,
  })
})

test('ranks players who staked enough by return, highest first', async () => {
  const sums = new Map<string, number>()
  for (const player of [await richPlayer(), await richPlayer()]) {
    const flips = [3_000, 2_000].map((stake) => flipCoin(player.client, stake))
    const [one, other] = await Promise.all(flips)
    sums.set(player.username, (one?.payout ?? 0) + (other?.payout ?? 0))
  }
  await eventually(async () => {
    const { byReturn } = (await board()).thisWeek
    const own = byReturn.filter(({ player }) => sums.has(player))
    expect(new Map(own.map(({ player, payout }) => [player, payout]))).toEqual(
      sums,
    )
    expect(own.map(({ stake }) => stake)).toEqual([5_000, 5_000])
    const returns = byReturn.map(({ payout, stake }) => payout / stake)
    expect(returns).toEqual(returns.toSorted((a, b) => b - a))
  })
})

test('counts each bet once in concurrent processes', async () => {
  const player = await richPlayer()
  const second = await server.startApi()
  const elsewhere = player.client.at(second.origin)
  const flips = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      flipCoin(at % 2 ? elsewhere : player.client, 10),
    ),
  )
  const payout = flips.reduce((sum, flip) => sum + flip.payout, 0)
  const counting = [server, second, server, second].map(({ modules }) =>
    modules.leaderboard.runNow(),
  )
  await Promise.all(counting)
  await second.close()
  await eventually(async () =>
    expect(await participation(player)).toMatchObject({ stake: 200, payout }),
  )
})

test('counts the payout of a hand, unless it began before joining', async () => {
  const player = await richPlayer({ isShown: false })
  await startHand(player)
  await setShown(player, true)
  await playHiLo(player, 'cashout')
  await startHand(player)
  const { payout, transactionId: betId } = await playHiLo(player, 'cashout')
  await eventually(async () =>
    expect(await participation(player)).toMatchObject({ stake: 100, payout }),
  )
  const { byMultiple } = (await board()).thisWeek
  expect(byMultiple.find(hasName(player))).toMatchObject({ betId, payout })
})

test('counts a late payout in the week of its stake', async () => {
  const player = await richPlayer()
  await uncounted(async (client) => {
    await startHand(player)
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(
      "UPDATE transactions SET timestamp = timestamp - interval '7 days' WHERE user_id = $1 AND type = 'bet'",
      [player.id],
    )
  })
  const { payout } = await playHiLo(player, 'cashout')
  await eventually(async () => {
    const { byMultiple } = (await board()).lastWeek
    expect(byMultiple.find(hasName(player))).toMatchObject({ payout })
  })
  expect(await participation(player)).toMatchObject({ stake: 0, payout: 0 })
})

test('counts every transaction in its own week', async () => {
  const player = await richPlayer()
  const aWeekAgo = new Date(Date.now() - WEEK_MS)
  await moveCoins(server, player.id, [
    ...toMoves(aWeekAgo, 6_000, 1_000),
    ...toMoves(new Date(), 40),
  ])
  await eventually(async () => {
    const { lastWeek, thisWeek } = await board()
    expect(lastWeek.byReturn).toEqual([
      { player: player.username, stake: 7_000, payout: 0 },
    ])
    expect(thisWeek.byReturn.some(hasName(player))).toBe(false)
  })
  expect(await participation(player)).toMatchObject({ stake: 40, payout: 0 })
})

test('hides players who leave, and keeps their count', async () => {
  const player = await richPlayer()
  await moveCoins(server, player.id, toMoves(new Date(), 9_000))
  const isNamed = async () =>
    (await board()).thisWeek.byReturn.some(hasName(player))
  await eventually(async () => expect(await isNamed()).toBe(true))
  await setShown(player, false)
  expect(await isNamed()).toBe(false)
  await moveCoins(server, player.id, toMoves(new Date(), 500))
  expect(await setShown(player, true)).toMatchObject({ stake: 9_000 })
  expect(await isNamed()).toBe(true)
})
