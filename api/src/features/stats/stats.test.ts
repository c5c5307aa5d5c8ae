import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { casinoStats, houseBalance } from '#core/schemas/stats.ts'
import { flipCoin } from '../../testing/flip-coin.ts'
import { TestClient } from '../../testing/test-client.ts'
import { openTestHouse } from '../../testing/test-house.ts'

const house = await openTestHouse()
const visitor = new TestClient(house.origin)
/** How long figures may be kept, with something to spare. */
const STALE_MS = 1_100

async function stats() {
  return casinoStats.parse((await visitor.get('/api/casino-stats')).body)
}

test('a house opens with nothing played and a jackpot of 10000', async () => {
  expect(await stats()).toEqual({
    totalUsers: 0,
    totalBetsPlaced: 0,
    totalAmountWagered: 0,
    jackpot: 10_000,
  })
  const answer = await visitor.get('/api/house-balance')
  expect(houseBalance.parse(answer.body)).toEqual({ jackpot: 10_000 })
})

test('the totals of all lanes and APIs are told, a moment later', async () => {
  const other = await house.startApi()
  const players = await Promise.all(
    Array.from({ length: 6 }, () => house.newPlayer()),
  )
  await Promise.all(
    players.map(async ({ client }) => {
      await flipCoin(client, 7)
      await flipCoin(client.at(other.origin), 30)
    }),
  )
  await vi.waitFor(
    async () =>
      expect(await stats()).toEqual({
        totalUsers: 6,
        totalBetsPlaced: 12,
        totalAmountWagered: 6 * 37,
        jackpot: 10_000,
      }),
    { timeout: 3_000 },
  )
})

test('one query a second answers them all, however many ask', async () => {
  const { services, origin, close } = await house.startApi()
  // The engine's own look at the totals would count as well.
  await services.close()
  const totals = vi.spyOn(services.ledger, 'totals')
  const client = new TestClient(origin)
  const ask = () =>
    Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        client.get(index % 2 ? '/api/casino-stats' : '/api/house-balance'),
      ),
    )
  await ask()
  expect(totals).toHaveBeenCalledTimes(1)
  await setTimeout(STALE_MS)
  const answers = await ask()
  expect(totals).toHaveBeenCalledTimes(2)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await close()
})
