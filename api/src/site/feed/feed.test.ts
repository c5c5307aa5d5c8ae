import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { feedAnswer, feedName } from '#core/api/feed.ts'
import { casinoStats } from '#core/api/stats.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import type { ApiOptions, TestApi } from '#testing/server/test-api.ts'
import { fine, TestClient } from '#testing/server/test-client.ts'
import { openSocket } from '#testing/server/test-socket.ts'
import type { FinishedBet } from '../../betting/settled-bets.ts'
import { createModules } from '../../modules.ts'
import { BETS_A_SECOND, createBetSample } from './feed.ts'

/** Disables the feed's jobs, so that only the test reads it. */
const still: ApiOptions = {
  open: async (platform, config) => {
    const modules = await createModules(platform, config)
    return { ...modules, feed: { ...modules.feed, jobs: [] } }
  },
}
const server = await openRacesServer(still)
const second = await server.startApi(still)
const NAME = '/api/feed/name'

async function findFeed(api: Pick<TestApi, 'modules' | 'origin'>) {
  const { origin, modules } = api
  await modules.feed.service.tick()
  const { body } = await new TestClient(origin).get('/api/feed')
  return feedAnswer.parse(body)
}

async function feeds() {
  await server.modules.feed.service.tick()
  await second.modules.feed.service.tick()
  return [await findFeed(server), await findFeed(second)] as const
}

async function hide({ client }: TestPlayer, isHidden: boolean) {
  return feedName.parse(fine(await client.put(NAME, { isHidden })))
}

function finishedBet(bet: Partial<FinishedBet> = {}): FinishedBet {
  const ids = { betId: randomUUID(), userId: randomUUID() }
  return { ...ids, gameType: 'Coin Flip', stake: 10, payout: 0, ...bet }
}

test('shows bets of all processes, newest first', async () => {
  const player = await server.newPlayer()
  const first = await flipCoin(player.client, 7)
  await feeds()
  const other = await server.newPlayer()
  const last = await flipCoin(other.client.at(second.origin), 30)
  const expected = [
    { id: last.transactionId, player: other.username, stake: 30 },
    { id: first.transactionId, player: player.username, stake: 7 },
  ]
  // The schema allows no field beside those of the bet: no balance, no account.
  for (const feed of await feeds()) {
    expect(feed.slice(0, 2)).toMatchObject(expected)
    expect(feed[1]).toMatchObject({
      gameType: 'Coin Flip',
      payout: first.payout,
    })
  }
})

test('pushes each bet of any process once to every listener', async () => {
  await feeds()
  const sockets = [
    await openSocket(server.origin),
    await openSocket(second.origin),
  ]
  const { client } = await server.newPlayer()
  const { transactionId } = await flipCoin(client)
  await feeds()
  await feeds()
  await eventually(() => {
    for (const { feed } of sockets) {
      const told = feed.flatMap(({ bets }) => bets).map(({ id }) => id)
      expect(told.filter((id) => id === transactionId)).toHaveLength(1)
    }
  })
  for (const { socket } of sockets) socket.terminate()
})

test('hides a name on new and earlier bets', async () => {
  const player = await server.newPlayer()
  const { transactionId } = await flipCoin(player.client)
  const readNames = async () =>
    (await feeds()).map(
      (feed) => feed.find(({ id }) => id === transactionId)?.player,
    )
  expect((await player.client.get(NAME)).body).toEqual({ isHidden: false })
  expect(await readNames()).toEqual([player.username, player.username])
  expect(await hide(player, true)).toEqual({ isHidden: true })
  expect((await player.client.get(NAME)).body).toEqual({ isHidden: true })
  expect(await readNames()).toEqual([null, null])
  await hide(player, false)
  expect(await readNames()).toEqual([player.username, player.username])
})

test('shows hands and race bets once they have ended, with their whole stake', async () => {
  await server.open()
  const { client, username } = await server.newPlayer()
  const readOwn = async () =>
    (await feeds())[0].filter(({ player }) => player === username)
  await client.post('/api/games/hilo/start', { betAmount: 50 })
  const bet = { horseId: 2, amount: 40 }
  expect((await client.post('/api/races/place-bet', bet)).status).toBe(200)
  expect(await readOwn()).toEqual([])
  await client.post('/api/games/hilo/play', { choice: 'higher' })
  await client.post('/api/games/hilo/cashout')
  const hand = { gameType: 'Hi-Lo', stake: 50 }
  expect(await readOwn()).toMatchObject([hand])
  await server.run()
  const race = { gameType: 'Horse Race', stake: 40 }
  expect(await readOwn()).toMatchObject([race, hand])
})

test('deletes all but the newest bets', async () => {
  await server.pool.query(
    `INSERT INTO feed_bets (bet_id, user_id, game_type, stake, payout)
     SELECT uuidv7(), uuidv7(), 'Coin Flip', 1, 0 FROM generate_series(1, 600)`,
  )
  await server.modules.feed.service.deleteOld()
  const { rows } = await server.pool.query(
    'SELECT count(*)::int AS kept, max(id) - min(id) AS span FROM feed_bets',
  )
  expect(rows).toEqual([{ kept: 500, span: 499 }])
})

test('shows the largest gains of a flood: one a player, ten a second', async () => {
  const sample = createBetSample()
  const flooder = randomUUID()
  const wins = [0, 20, 990, 20].map((payout) =>
    finishedBet({ userId: flooder, payout }),
  )
  for (const bet of wins) sample.add(bet)
  for (let count = 0; count < 50; count += 1) sample.add(finishedBet())
  const taken = sample.take()
  expect(taken).toHaveLength(BETS_A_SECOND)
  expect(taken.filter(({ userId }) => userId === flooder)).toEqual([wins[2]])
  expect(sample.take()).toEqual([])
})

test('shows the largest gain as the big win, unless it is small', async () => {
  const { service } = server.modules.feed
  const { id: userId } = await server.newPlayer()
  const readBigWin = async (bet: FinishedBet) => {
    service.note(bet)
    await service.tick()
    const client = new TestClient(server.origin)
    return casinoStats.parse((await client.get('/api/casino-stats')).body)
      .bigWin
  }
  await server.pool.query('DELETE FROM feed_bets')
  const small = finishedBet({ userId, stake: 10, payout: 99 })
  expect(await readBigWin(small)).toBeNull()
  const big = finishedBet({ userId, stake: 10, payout: 900 })
  expect(await readBigWin(big)).toMatchObject({ id: big.betId, payout: 900 })
})
