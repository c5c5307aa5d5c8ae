import { expect, test } from 'vitest'
import { sportsGames } from '#core/schemas/sports.ts'
import type { Fault } from '#testing/feeds/odds-server.ts'
import {
  betOn,
  bookmakerAt,
  HOME,
  openSportsServer,
  placeBet,
  placed,
} from '#testing/server/sports-server.ts'
import { OddsApiFeed } from './odds-api-feed.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const sports = await openSportsServer()
const { server, odds } = sports

async function listed(gameId: string) {
  const { client } = await server.newPlayer()
  // Answered from memory for a second; a new look comes after it.
  return expect.poll(async () => {
    const answer = await client.get('/api/sports/games?sport=basketball_nba')
    return sportsGames.parse(answer.body).find(({ id }) => id === gameId)
  })
}

test('it asks for the NBA’s prices in American odds, with the key', async () => {
  await sports.offered()
  const url = odds.asked.findLast(({ pathname }) => pathname.endsWith('/odds'))
  expect(url?.pathname).toBe('/v4/sports/basketball_nba/odds')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    apiKey: 'a-key-of-the-test',
    regions: 'us',
    markets: 'h2h,spreads,totals',
    oddsFormat: 'american',
    dateFormat: 'iso',
  })
})

test('scores are asked for only once a game should have begun', async () => {
  const scoresAsked = () =>
    odds.asked.filter(({ pathname }) => pathname.endsWith('/scores')).length
  odds.games.clear()
  const gameId = await sports.offered()
  const before = scoresAsked()
  await sports.follow()
  expect(scoresAsked()).toBe(before)
  sports.advance(HOUR_MS + 1)
  await sports.follow()
  expect(scoresAsked()).toBe(before + 1)
  await sports.finish(gameId, { home: 90, away: 80 })
})

test.each<[string, Fault]>([
  ['401', { status: 401, body: '{"error_code":"INVALID_KEY"}' }],
  [
    '401 for want of credits',
    { status: 401, body: '{"error_code":"OUT_OF_USAGE_CREDITS"}' },
  ],
  ['422', { status: 422 }],
  ['429', { status: 429, retryAfter: 7 }],
  ['500', { status: 500, body: '<html>' }],
  ['malformed JSON', 'malformed'],
  ['an object', { status: 200, body: '{"message":"hello"}' }],
  ['an answer that is cut off', 'cut off'],
])(
  '%s leaves the last prices usable until they are stale, and recovers',
  async (_what, fault) => {
    const gameId = await sports.offered({
      startsAtMs: sports.nowMs() + 3 * HOUR_MS,
    })
    const player = await server.newPlayer()
    odds.state.fault = fault
    const failing = sports.follow()
    await expect(failing).rejects.toThrow(/odds|scores/)
    // The key is in the address that was asked.
    await expect(failing).rejects.not.toThrow(/key-of-the-test/)
    await placed(player, betOn(gameId))
    sports.advance(10 * MINUTE_MS + 1)
    const refused = await placeBet(player, betOn(gameId))
    expect(refused.body).toMatchObject({ reason: 'stale' })
    await (await listed(gameId)).toMatchObject({ stale: true, home_team: HOME })
    delete odds.state.fault
    sports.change(gameId, { bookmakers: [bookmakerAt(sports.nowMs())] })
    await sports.follow()
    await placed(player, betOn(gameId))
    await (await listed(gameId)).toMatchObject({ stale: false })
  },
)

test('bets are settled while prices can not be had', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, betOn(gameId))
  await sports.finish(gameId, { home: 90, away: 80 })
  odds.state.fault = { status: 500 }
  await expect(sports.follow()).rejects.toThrow('500')
  delete odds.state.fault
})

test('an answer that takes too long is given up', async () => {
  odds.state.fault = 'slow'
  const { clock, metrics } = server.platform
  const feed = new OddsApiFeed({
    baseUrl: odds.url,
    apiKey: 'a-key-of-the-test',
    everyMs: 60_000,
    answerWithinMs: 50,
    clock,
    metrics,
  })
  const right = { guard: async () => undefined }
  const polling = feed.poll({ right, unsettled: [], anyLive: false })
  await expect(polling).rejects.toThrow('no answer')
  delete odds.state.fault
})

test('a price that is null takes no bets, and its market with it', async () => {
  const now = sports.nowMs()
  const book = bookmakerAt(now)
  const text = JSON.stringify(book).replace('-150', 'null')
  const gameId = await sports.offered({ bookmakers: [JSON.parse(text)] })
  const player = await server.newPlayer()
  const refused = await placeBet(player, betOn(gameId))
  expect(refused.body).toMatchObject({ reason: 'not_offered' })
  await placed(
    player,
    betOn(gameId, { market: 'totals', teamName: 'Over', odds: -112 }),
  )
})

test('a game that can not be read keeps no other from being offered', async () => {
  const broken = sports.offer({ startsAtMs: 0 })
  const games = odds.games.get(broken)
  if (games) Object.assign(games, { home: '' })
  const gameId = await sports.offered()
  await placed(await server.newPlayer(), betOn(gameId))
  odds.games.delete(broken)
})

test('what is left of the quota is told, and few requests are kept for scores', async () => {
  odds.state.remaining = 50
  await sports.offered()
  const { metrics } = server.platform
  expect(await metrics.registry.metrics()).toContain(
    `sports_feed_requests_remaining ${odds.state.remaining}`,
  )
  const asked = () =>
    odds.asked.filter(({ pathname }) => pathname.endsWith('/odds')).length
  const before = asked()
  await sports.follow()
  expect(asked()).toBe(before)
  odds.state.remaining = 500_000
})
