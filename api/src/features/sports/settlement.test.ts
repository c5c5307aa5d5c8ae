import { expect, test } from 'vitest'
import { sportsRecord } from '#core/schemas/sports.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import {
  AWAY,
  betOn,
  betsOf,
  bookmakerAt,
  gainOf,
  HOME,
  openSportsServer,
  placeBet,
  placed,
} from '#testing/server/sports-server.ts'
import { openSocket } from '#testing/server/test-socket.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const sports = await openSportsServer()
const { server } = sports
const { actions } = server.features.operators

async function recordOf({ client }: TestPlayer, id: string) {
  const { body } = await client.get(`/api/verify/${id}`)
  return sportsRecord.parse(body)
}

test.each([
  [{ teamName: HOME, odds: -150 }, 'won', 166],
  [{ teamName: AWAY, odds: 130 }, 'lost', 0],
  [{ market: 'spreads', teamName: HOME, odds: -110 }, 'won', 190],
  [{ market: 'spreads', teamName: AWAY, odds: -110 }, 'lost', 0],
  [{ market: 'totals', teamName: 'Over', odds: -112 }, 'lost', 0],
  [{ market: 'totals', teamName: 'Under', odds: -108 }, 'won', 192],
])('of 110 to 105, %j is %s and pays %i', async (bet, status, payout) => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const { transactionId } = await placed(player, betOn(gameId, bet))
  await sports.finish(gameId, { home: 110, away: 105 })
  expect(await betsOf(player)).toMatchObject([{ status, payout }])
  expect(await gainOf(player)).toBe(payout - 100)
  const { gameData } = await recordOf(player, transactionId)
  expect(gameData).toMatchObject({
    kind: 'evidence',
    note: expect.stringContaining('not proof'),
    bet: {
      odds: bet.odds,
      game: { scores: { home_score: 110, away_score: 105 } },
    },
    game: { status: 'final', decidedBy: 'feed' },
  })
})

test.each([
  ['spread', { market: 'spreads', teamName: AWAY, odds: -110, point: 4 }],
  ['total', { market: 'totals', teamName: 'Over', odds: -112, point: 220 }],
])('a tie with the %s gives the stake back', async (_what, bet) => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, betOn(gameId, bet))
  await sports.finish(gameId, { home: 112, away: 108 })
  expect(await betsOf(player)).toMatchObject([
    { status: 'void', payout: 100, voidReason: expect.stringContaining('met') },
  ])
  expect(await gainOf(player)).toBe(0)
})

test('settled once, it stays settled, and the player is told', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const { transactionId } = await placed(player, betOn(gameId))
  const socket = await openSocket(server.origin, {
    cookie: player.client.cookie,
  })
  await sports.finish(gameId, { home: 101, away: 100 })
  const told = [await socket.next(), await socket.next()]
  expect(told).toContainEqual(
    expect.objectContaining({
      type: 'bet',
      gameType: 'Sports Bet',
      id: transactionId,
      status: 'won',
      amount: 100,
      payout: 166,
    }),
  )
  socket.socket.close()
  for (let time = 0; time < 3; time += 1) await sports.follow()
  expect(await gainOf(player)).toBe(66)
})

test('a game that does not start on its day gives the stake back, and counts for nobody later', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, betOn(gameId))
  const tomorrow = sports.nowMs() + 25 * HOUR_MS
  sports.change(gameId, { startsAtMs: tomorrow })
  sports.advance(13 * HOUR_MS)
  await sports.follow()
  expect(await betsOf(player)).toMatchObject([{ status: 'pending' }])
  sports.advance(HOUR_MS)
  await sports.follow()
  const [bet] = await betsOf(player)
  expect(bet).toMatchObject({ status: 'void', payout: 100 })
  expect(bet?.voidReason).toContain('on its day')
  sports.advance(12 * HOUR_MS)
  await sports.finish(gameId, { home: 100, away: 90 })
  expect(await betsOf(player)).toEqual([bet])
  expect(await gainOf(player)).toBe(0)
})

test('a game that vanishes from the feed takes no bets, and one that began waits for its score', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, betOn(gameId))
  const game = sports.odds.games.get(gameId)
  sports.odds.games.delete(gameId)
  await sports.follow()
  const refused = await placeBet(player, betOn(gameId))
  expect(refused.body).toMatchObject({ reason: 'not_offered' })
  sports.advance(2 * HOUR_MS)
  if (game)
    sports.odds.games.set(gameId, { ...game, score: { home: 9, away: 2 } })
  await sports.follow()
  sports.odds.games.delete(gameId)
  sports.advance(48 * HOUR_MS)
  await sports.follow()
  expect(await betsOf(player)).toMatchObject([{ status: 'pending' }])
  const { metrics } = server.platform
  expect(await metrics.registry.metrics()).toMatch(/sports_bets_overdue [1-9]/)
  const asked = { actor: { name: 'test' }, reason: 'The feed lost it.' }
  await actions.correctScore(asked, gameId, { home: 90, away: 80 })
  await sports.follow()
  expect(await betsOf(player)).toMatchObject([{ status: 'won' }])
})

/** A live game, and a bet on it that waits for the next prices. */
async function liveBet() {
  const gameId = await sports.offered()
  sports.advance(HOUR_MS + MINUTE_MS)
  const bookmakers = [bookmakerAt(sports.nowMs())]
  sports.change(gameId, { bookmakers, score: { home: 8, away: 6 } })
  await sports.follow()
  const player = await server.newPlayer()
  const { bet } = await placed(player, betOn(gameId))
  expect(bet).toMatchObject({ live: true, confirmed: false })
  // The prices that it was taken at do not confirm it.
  await server.features.sports.runNow()
  expect(await betsOf(player)).toMatchObject([{ confirmed: false }])
  return { gameId, player }
}

test('a live bet is confirmed by the next prices, and then settled as all are', async () => {
  const { gameId, player } = await liveBet()
  sports.advance(20_000)
  const prices = { home: -152, away: 132 }
  sports.change(gameId, { bookmakers: [bookmakerAt(sports.nowMs(), prices)] })
  await sports.follow()
  expect(await betsOf(player)).toMatchObject([
    { status: 'pending', confirmed: true, odds: -150 },
  ])
  await sports.finish(gameId, { home: 100, away: 90 })
  expect(await betsOf(player)).toMatchObject([{ status: 'won', payout: 166 }])
})

test.each([
  ['in its favour', { home: -180, away: 155 }],
  ['against it', { home: -120, away: 102 }],
])(
  'a live bet whose price moves %s gets its stake back',
  async (_way, prices) => {
    const { gameId, player } = await liveBet()
    sports.advance(20_000)
    sports.change(gameId, { bookmakers: [bookmakerAt(sports.nowMs(), prices)] })
    await sports.follow()
    expect(await betsOf(player)).toMatchObject([
      { status: 'void', payout: 100, confirmed: false },
    ])
    await sports.finish(gameId, { home: 100, away: 90 })
    expect(await gainOf(player)).toBe(0)
  },
)

test('a live bet that is still unconfirmed at the final score gets its stake back', async () => {
  const { gameId, player } = await liveBet()
  await sports.finish(gameId, { home: 100, away: 90 })
  expect(await betsOf(player)).toMatchObject([{ status: 'void' }])
  expect(await gainOf(player)).toBe(0)
})

test('live prices of thirty seconds ago take bets, older ones none', async () => {
  const { gameId } = await liveBet()
  const player = await server.newPlayer()
  sports.advance(30_000)
  await placed(player, betOn(gameId))
  sports.advance(1)
  const refused = await placeBet(player, betOn(gameId))
  expect(refused.body).toMatchObject({ reason: 'stale' })
})

test('a score that the feed corrects later is compensated, both ways', async () => {
  const gameId = await sports.offered()
  const [one, other] = [await server.newPlayer(), await server.newPlayer()]
  await placed(one, betOn(gameId))
  await placed(other, betOn(gameId, { teamName: AWAY, odds: 130 }))
  for (const score of [
    { home: 100, away: 99 },
    { home: 99, away: 100 },
    { home: 101, away: 100 },
  ]) {
    await sports.finish(gameId, score)
    const isHome = score.home > score.away
    expect(await gainOf(one)).toBe(isHome ? 66 : -100)
    expect(await gainOf(other)).toBe(isHome ? -100 : 130)
  }
})

test('what a corrected winner has spent, the house absorbs', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, betOn(gameId))
  await sports.finish(gameId, { home: 100, away: 99 })
  const next = await sports.offered()
  await placed(player, betOn(next, { betAmount: 1_000 }))
  await sports.finish(gameId, { home: 99, away: 100 })
  expect(await gainOf(player)).toBe(-1_000)
  const metrics = await server.platform.metrics.registry.metrics()
  expect(metrics).toContain('sports_absorbed_coins_total 100')
})

test('an operator voids a game before and after its end, and the feed changes nothing then', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const { transactionId } = await placed(player, betOn(gameId))
  await sports.finish(gameId, { home: 100, away: 99 })
  expect(await gainOf(player)).toBe(66)
  const reason = 'Played with the wrong ball.'
  await actions.voidGame({ actor: { name: 'test' }, reason }, gameId)
  await sports.follow()
  expect(await betsOf(player)).toMatchObject([{ status: 'void', payout: 100 }])
  await sports.finish(gameId, { home: 120, away: 99 })
  expect(await gainOf(player)).toBe(0)
  const { gameData } = await recordOf(player, transactionId)
  expect(gameData.decisions).toMatchObject([{ reason }])
  expect(gameData.game).toMatchObject({ decidedBy: 'operator' })
})

test('of the records of others only those of bets are there', async () => {
  const { client } = await server.newPlayer()
  const { status } = await client.get(
    '/api/verify/01890a5d-ac96-774b-bcce-b302099a8057',
  )
  expect(status).toBe(404)
})
