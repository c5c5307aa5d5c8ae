import { expect, test } from 'vitest'
import { AWAY } from '#testing/page/sports-samples.ts'
import {
  openSportsServer,
  placeBet,
  toBetBody,
} from '#testing/server/sports-server.ts'

// One percent of 90,000 coins and the stakes: a little over 900.
const sports = await openSportsServer({
  SPORTS_PLAYER_EXPOSURE_PERCENT: '100',
  SPORTS_EXPOSURE_PERCENT: '1',
})
const { server } = sports

test('limits the cost of all pending bets under concurrency', async () => {
  const gameId = await sports.offered()
  const players = await Promise.all(
    Array.from({ length: 8 }, () => server.newPlayer()),
  )
  // Each would cost 520.
  const bet = toBetBody(gameId, { teamName: AWAY, odds: 130, betAmount: 400 })
  const answers = await Promise.all(
    players.map((player) => placeBet(player, bet)),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(7).fill(409)])
  await sports.finish(gameId, { home: 100, away: 90 })
})

test('frees exposure for other bets once bets are settled', async () => {
  const gameId = await sports.offered()
  const bet = toBetBody(gameId, { teamName: AWAY, odds: 130, betAmount: 400 })
  expect((await placeBet(await server.newPlayer(), bet)).status).toBe(200)
})
