import { expect, test } from 'vitest'
import { sportsGames } from '#core/api/sports.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/durations.ts'
import type { Fault } from '#testing/feeds/odds-server.ts'
import { HOME } from '#testing/page/sports-samples.ts'
import {
  createBookmaker,
  openSportsServer,
  placeBet,
  placed,
  readBets,
  toBetBody,
} from '#testing/server/sports-server.ts'
import { makeMetrics } from '../../../platform/metrics.ts'
import { createOddsApiFeed, msToNextMonth, pollPause } from './odds-api-feed.ts'

const sports = await openSportsServer()
const { server, odds } = sports

/** Polls the test's server during a fault. */
async function pollDuring(fault: Fault): Promise<unknown> {
  const feed = createOddsApiFeed({
    ...server.platform,
    metrics: makeMetrics(),
    baseUrl: odds.url,
    apiKey: 'a-key-of-the-test',
    everyMs: MINUTE_MS,
    ...(fault === 'slow' && { answerWithinMs: 50 }),
  })
  odds.state.fault = fault
  const right = { guard: async () => undefined }
  const polling = feed.poll(right, [])
  return polling.finally(() => delete odds.state.fault)
}

test('requests the NBA’s prices in American odds, with the key', async () => {
  await sports.offered()
  const url = odds.requests.findLast(({ pathname }) =>
    pathname.endsWith('/odds'),
  )
  expect(url?.pathname).toBe('/v4/sports/basketball_nba/odds')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    apiKey: 'a-key-of-the-test',
    regions: 'us',
    markets: 'h2h,spreads,totals',
    oddsFormat: 'american',
    dateFormat: 'iso',
  })
})

test('requests scores only once a game should have begun', async () => {
  const scoresAsked = () =>
    odds.requests.filter(({ pathname }) => pathname.endsWith('/scores')).length
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

test.each<[Fault, RegExp]>([
  [{ status: 401, body: '{"error_code":"INVALID_KEY"}' }, /401 INVALID_KEY$/],
  [
    { status: 401, body: '{"error_code":"OUT_OF_USAGE_CREDITS"}' },
    /401 OUT_OF_USAGE_CREDITS$/,
  ],
  [{ status: 422 }, /422$/],
  [{ status: 429, retryAfter: 7 }, /429$/],
  [{ status: 500, body: '<html>' }, /500$/],
  ['malformed', /not a list in JSON$/],
  [{ status: 200, body: '{"message":"hello"}' }, /not a list in JSON$/],
  ['cut off', /not a list in JSON$|no answer$/],
  ['slow', /no answer$/],
])(
  'rejects an answer with fault %j without revealing the key',
  async (fault, message) => {
    const polling = pollDuring(fault)
    await expect(polling).rejects.toThrow(message)
    await expect(polling).rejects.not.toThrow(/key-of-the-test/)
  },
)

test('accepts bets at the last prices until they are stale while the feed fails', async () => {
  const gameId = await sports.offered({
    startsAtMs: sports.nowMs() + 3 * HOUR_MS,
  })
  const player = await server.newPlayer()
  odds.state.fault = { status: 500 }
  await expect(sports.follow()).rejects.toThrow('500')
  await placed(player, toBetBody(gameId))
  sports.advance(10 * MINUTE_MS + 1)
  const refused = await placeBet(player, toBetBody(gameId))
  expect(refused.body).toMatchObject({ reason: 'stale' })
  const path = '/api/sports/games?sport=basketball_nba'
  const { body } = await player.client.get(path)
  const listed = sportsGames.parse(body).find(({ id }) => id === gameId)
  expect(listed).toMatchObject({ stale: true, home_team: HOME })
  delete odds.state.fault
  sports.change(gameId, { bookmakers: [createBookmaker(sports.nowMs())] })
  await sports.follow()
  await placed(player, toBetBody(gameId))
})

test('settles bets while the feed fails', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, toBetBody(gameId))
  const by = { actor: { name: 'test' }, reason: 'The feed is away.' }
  const score = { home: 90, away: 80 }
  await server.modules.operators.actions.correctScore(by, gameId, score)
  odds.state.fault = { status: 500 }
  await expect(sports.follow()).rejects.toThrow('500')
  await sports.runJobs()
  delete odds.state.fault
  expect(await readBets(player)).toMatchObject([{ status: 'won' }])
})

test('accepts no bets on a market with a null price', async () => {
  const now = sports.nowMs()
  const book = createBookmaker(now)
  const text = JSON.stringify(book).replace('-150', 'null')
  const gameId = await sports.offered({ bookmakers: [JSON.parse(text)] })
  const player = await server.newPlayer()
  const refused = await placeBet(player, toBetBody(gameId))
  expect(refused.body).toMatchObject({ reason: 'not_offered' })
  await placed(
    player,
    toBetBody(gameId, { market: 'totals', teamName: 'Over', odds: -112 }),
  )
})

test('offers other games beside an unreadable one', async () => {
  const broken = sports.offer({ startsAtMs: 0 })
  const games = odds.games.get(broken)
  if (games) Object.assign(games, { home: '' })
  const gameId = await sports.offered()
  await placed(await server.newPlayer(), toBetBody(gameId))
  odds.games.delete(broken)
})

test('reports the remaining quota, and reserves some for scores', async () => {
  odds.state.remaining = 50
  await sports.offered()
  const { metrics } = server.platform
  expect(await metrics.registry.metrics()).toContain(
    `sports_feed_requests_remaining ${odds.state.remaining}`,
  )
  const countRequests = () =>
    odds.requests.filter(({ pathname }) => pathname.endsWith('/odds')).length
  const before = countRequests()
  await sports.follow()
  expect(countRequests()).toBe(before)
  odds.state.remaining = 500_000
})

const plan = {
  wantedMs: 60_000,
  cost: 5,
  remaining: undefined,
  resetsInMs: 10 * DAY_MS,
}

test.each([
  ['the quota is unknown', undefined, 60_000],
  ['there is plenty', 1_000_000, 60_000],
  ['it lasts for a hundred polls', 504, DAY_MS / 10],
  ['it lasts for one', 9, 10 * DAY_MS],
  ['there is none', 4, 10 * DAY_MS],
])(
  'when %s, the pause spreads the quota over the month',
  (_when, remaining, pauseMs) => {
    expect(pollPause({ ...plan, remaining })).toBe(pauseMs)
  },
)

test('a month ends at midnight UTC', () => {
  expect(msToNextMonth(new Date('2027-12-31T23:59:59Z'))).toBe(1_000)
})
