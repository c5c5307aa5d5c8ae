import { expect, test } from 'vitest'
import { casinoStats, readHouseBalance } from '#core/api/stats.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { eventually } from '#testing/server/eventually.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { cachedStats } from './stats.ts'

const server = await openTestServer()
const visitor = new TestClient(server.origin)

async function stats() {
  return casinoStats.parse((await visitor.get('/api/casino-stats')).body)
}

test('opens with nothing played, 100000 coins and a jackpot of 10000', async () => {
  const { house: coins } = await server.modules.ledger.service.totals()
  expect(coins).toBe(100_000)
  expect(await stats()).toEqual({
    totalUsers: 0,
    totalBetsPlaced: 0,
    totalAmountWagered: 0,
    jackpot: 10_000,
    paused: [],
    bigWin: null,
    restore: null,
  })
  const answer = await visitor.get('/api/house-balance')
  expect(readHouseBalance.answer.parse(answer.body)).toEqual({
    jackpot: 10_000,
  })
})

test('sums the totals of all partitions and processes', async () => {
  const other = await server.startApi()
  const players = await server.newPlayers(6)
  await Promise.all(
    players.map(async ({ client }) => {
      await flipCoin(client, 7)
      await flipCoin(client.at(other.origin), 30)
    }),
  )
  await eventually(async () =>
    expect(await stats()).toMatchObject({
      totalUsers: 6,
      totalBetsPlaced: 12,
      totalAmountWagered: 6 * 37,
      jackpot: 10_000,
      paused: [],
      restore: null,
    }),
  )
})

test('caps coins wagered at the largest exact number', async () => {
  const totals = async () => ({
    ...(await server.modules.ledger.service.totals()),
    totalAmountWagered: MAX_COINS + 3,
  })
  const current = cachedStats({
    feed: { service: { bigWin: () => null } },
    ledger: { service: { totals } },
    pauses: { service: { current: () => [] } },
    restores: { service: { last: undefined } },
  })
  expect(casinoStats.parse(await current())).toMatchObject({
    totalAmountWagered: MAX_COINS,
  })
})
