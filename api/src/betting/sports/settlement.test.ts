import { expect, test } from 'vitest'
import { sportsRecord } from '#core/api/sports.ts'
import { HOUR_MS, MINUTE_MS } from '#core/durations.ts'
import type { Score } from '#core/sports/game.ts'
import { AWAY, HOME } from '#testing/page/sports-samples.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import {
  createBookmaker,
  openSportsServer,
  placeBet,
  placed,
  readBets,
  readGain,
  toBetBody,
} from '#testing/server/sports-server.ts'
import { openSocket } from '#testing/server/test-socket.ts'
import { createSportsList } from './sports-list.service.ts'

const sports = await openSportsServer()
const { server } = sports
const { actions } = server.modules.operators

async function readRecord({ client }: TestPlayer, id: string) {
  const { body } = await client.get(`/api/verify/${id}`)
  return sportsRecord.parse(body)
}

/** Places bets of one player and returns them after the game. */
async function settledBets(bets: readonly object[], score: Score) {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const ids: string[] = []
  for (const bet of bets) {
    ids.push((await placed(player, toBetBody(gameId, bet))).transactionId)
  }
  await sports.finish(gameId, score)
  const settled = await readBets(player)
  return { player, settled: ids.map((id) => settled.find((b) => b.id === id)) }
}

test('settles bets on every market by the final score in their records', async () => {
  const spreads = { market: 'spreads', odds: -110 }
  const bets = [
    { bet: { teamName: HOME, odds: -150 }, status: 'won', payout: 166 },
    { bet: { teamName: AWAY, odds: 130 }, status: 'lost', payout: 0 },
    { bet: { ...spreads, teamName: HOME }, status: 'won', payout: 190 },
    { bet: { ...spreads, teamName: AWAY }, status: 'lost', payout: 0 },
    {
      bet: { market: 'totals', teamName: 'Over', odds: -112 },
      status: 'lost',
      payout: 0,
    },
    {
      bet: { market: 'totals', teamName: 'Under', odds: -108 },
      status: 'won',
      payout: 192,
    },
  ]
  const { player, settled } = await settledBets(
    bets.map(({ bet }) => bet),
    { home: 110, away: 105 },
  )
  expect(settled).toMatchObject(
    bets.map(({ bet, ...end }) => ({ ...bet, ...end })),
  )
  expect(await readGain(player)).toBe(166 + 190 + 192 - 600)
  const { gameData } = await readRecord(player, settled[0]?.id ?? '')
  expect(gameData).toMatchObject({
    kind: 'evidence',
    note: expect.stringContaining('not proof'),
    bet: {
      odds: -150,
      game: { scores: { home_score: 110, away_score: 105 } },
    },
    game: { status: 'final', decidedBy: 'feed' },
  })
  const { client } = await server.newPlayer()
  const unknown = '/api/verify/01890a5d-ac96-774b-bcce-b302099a8057'
  expect((await client.get(unknown)).status).toBe(404)
})

test('refunds a tie with the spread or the total', async () => {
  const { player, settled } = await settledBets(
    [
      { market: 'spreads', teamName: AWAY, odds: -110, point: 4 },
      { market: 'totals', teamName: 'Over', odds: -112, point: 220 },
    ],
    { home: 112, away: 108 },
  )
  const voidReason = 'The score landed exactly on the line.'
  const isVoid = { status: 'void', payout: 100, voidReason }
  expect(settled).toMatchObject([isVoid, isVoid])
  expect(await readGain(player)).toBe(0)
})

test('settles a bet once and notifies the player', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const { transactionId } = await placed(player, toBetBody(gameId))
  const socket = await openSocket(server.origin, {
    cookie: player.client.cookie,
  })
  await sports.finish(gameId, { home: 101, away: 100 })
  const messages = [await socket.next(), await socket.next()]
  const won = { id: transactionId, status: 'won', amount: 100, payout: 166 }
  expect(messages).toContainEqual(
    expect.objectContaining({ type: 'bet', gameType: 'Sports Bet', ...won }),
  )
  socket.socket.close()
  await Promise.all([sports.follow(), sports.follow()])
  await sports.follow()
  expect(await readGain(player)).toBe(66)
})

test('refunds bets on a game that does not start on its scheduled day, for good', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, toBetBody(gameId))
  const tomorrow = sports.nowMs() + 25 * HOUR_MS
  sports.change(gameId, { startsAtMs: tomorrow })
  sports.advance(13 * HOUR_MS)
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'pending' }])
  sports.advance(HOUR_MS)
  await sports.follow()
  const [bet] = await readBets(player)
  expect(bet).toMatchObject({ status: 'void', payout: 100 })
  expect(bet?.voidReason).toContain('on its scheduled day')
  sports.advance(12 * HOUR_MS)
  await sports.finish(gameId, { home: 100, away: 90 })
  expect(await readBets(player)).toEqual([bet])
  expect(await readGain(player)).toBe(0)
})

test('accepts no bets on a game missing from the feed; a live one waits for its score', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, toBetBody(gameId))
  const game = sports.odds.games.get(gameId)
  sports.odds.games.delete(gameId)
  await sports.follow()
  const refused = await placeBet(player, toBetBody(gameId))
  expect(refused.body).toMatchObject({ reason: 'not_offered' })
  sports.advance(2 * HOUR_MS)
  if (game)
    sports.odds.games.set(gameId, { ...game, score: { home: 9, away: 2 } })
  await sports.follow()
  sports.odds.games.delete(gameId)
  sports.advance(48 * HOUR_MS)
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'pending' }])
  const { metrics } = server.platform
  expect(await metrics.registry.metrics()).toMatch(/sports_bets_overdue [1-9]/)
  const by = { actor: { name: 'test' }, reason: 'The feed lost it.' }
  await actions.correctScore(by, gameId, { home: 90, away: 80 })
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'won' }])
})

/** Returns a live game with an unconfirmed bet. */
async function liveBet() {
  const gameId = await sports.offered()
  sports.advance(HOUR_MS + MINUTE_MS)
  const bookmakers = [createBookmaker(sports.nowMs())]
  sports.change(gameId, { bookmakers, score: { home: 8, away: 6 } })
  await sports.follow()
  const player = await server.newPlayer()
  const { bet } = await placed(player, toBetBody(gameId))
  expect(bet).toMatchObject({ live: true, confirmed: false })
  // The accepted prices do not confirm it.
  await server.modules.sports.runNow()
  expect(await readBets(player)).toMatchObject([{ confirmed: false }])
  return { gameId, player }
}

test('confirms a live bet by the next prices, then settles it', async () => {
  const { gameId, player } = await liveBet()
  sports.advance(20_000)
  const prices = { home: -152, away: 132 }
  sports.change(gameId, {
    bookmakers: [createBookmaker(sports.nowMs(), prices)],
  })
  await sports.follow()
  expect(await readBets(player)).toMatchObject([
    { status: 'pending', confirmed: true, odds: -150 },
  ])
  await sports.finish(gameId, { home: 100, away: 90 })
  expect(await readBets(player)).toMatchObject([{ status: 'won', payout: 166 }])
})

test.each([
  ['moves in its favour', { home: -180, away: 155 }],
  ['moves against it', { home: -120, away: 102 }],
  ['is not seen again', undefined],
])('a live bet whose price %s gets its stake back', async (_, prices) => {
  const { gameId, player } = await liveBet()
  const isVoid = { status: 'void', payout: 100, confirmed: false }
  if (prices) {
    sports.advance(20_000)
    sports.change(gameId, {
      bookmakers: [createBookmaker(sports.nowMs(), prices)],
    })
    await sports.follow()
    expect(await readBets(player)).toMatchObject([isVoid])
  }
  await sports.finish(gameId, { home: 100, away: 90 })
  expect(await readBets(player)).toMatchObject([isVoid])
  expect(await readGain(player)).toBe(0)
})

test('accepts live bets at prices up to thirty seconds old', async () => {
  const { gameId } = await liveBet()
  const player = await server.newPlayer()
  sports.advance(30_000)
  await placed(player, toBetBody(gameId))
  sports.advance(1)
  const refused = await placeBet(player, toBetBody(gameId))
  expect(refused.body).toMatchObject({ reason: 'stale' })
})

test('compensates a corrected score both ways', async () => {
  const gameId = await sports.offered()
  const [one, other] = [await server.newPlayer(), await server.newPlayer()]
  await placed(one, toBetBody(gameId))
  await placed(other, toBetBody(gameId, { teamName: AWAY, odds: 130 }))
  for (const score of [
    { home: 100, away: 99 },
    { home: 99, away: 100 },
    { home: 101, away: 100 },
  ]) {
    await sports.finish(gameId, score)
    const isHome = score.home > score.away
    expect(await readGain(one)).toBe(isHome ? 66 : -100)
    expect(await readGain(other)).toBe(isHome ? -100 : 130)
  }
})

test('holds a game for an operator when the feed contradicts itself', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, toBetBody(gameId))
  sports.change(gameId, { inScores: { home: 'Chicago Bulls' } })
  await sports.finish(gameId, { home: 110, away: 100 })
  sports.change(gameId, { inScores: {} })
  sports.advance(24 * HOUR_MS)
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'pending' }])
  const { metrics } = server.platform
  expect(await metrics.registry.metrics()).toMatch(/sports_games_held 1/)
  const by = { actor: { name: 'test' }, reason: 'The league says so.' }
  await actions.correctScore(by, gameId, { home: 110, away: 100 })
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'won' }])
  expect(await metrics.registry.metrics()).toMatch(/sports_games_held 0/)
})

test('lists a held game for operators before anyone bets on it', async () => {
  const gameId = await sports.offered()
  const list = createSportsList(server.platform.db, sports.clock)
  const listed = async () => (await list.games({}, 50)).map(({ id }) => id)
  expect(await listed()).not.toContain(gameId)
  sports.change(gameId, { inScores: { home: 'Chicago Bulls' } })
  await sports.follow()
  expect(await listed()).toContain(gameId)
  const by = { actor: { name: 'test' }, reason: 'Another game.' }
  await actions.voidGame(by, gameId)
})

test('settles bets on a game whose id changes when it begins', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, toBetBody(gameId))
  const { odds } = sports
  const game = odds.games.get(gameId)
  odds.games.delete(gameId)
  const score = { home: 90, away: 80 }
  sports.advance(4 * HOUR_MS)
  if (game) odds.games.set('renamed', { ...game, score, completed: true })
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'won' }])
  odds.games.delete('renamed')
})

test('keeps a live bet waiting while its game is held', async () => {
  const { gameId, player } = await liveBet()
  sports.advance(20_000)
  const bookmakers = [createBookmaker(sports.nowMs())]
  sports.change(gameId, { bookmakers, inScores: { home: 'Chicago Bulls' } })
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'pending' }])
  const by = { actor: { name: 'test' }, reason: 'Another game.' }
  await actions.voidGame(by, gameId)
  await sports.follow()
  expect(await readBets(player)).toMatchObject([{ status: 'void' }])
})

test('absorbs the part of a correction that the winner has spent', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, toBetBody(gameId))
  await sports.finish(gameId, { home: 100, away: 99 })
  const next = await sports.offered()
  await placed(player, toBetBody(next, { betAmount: 1_000 }))
  await sports.finish(gameId, { home: 99, away: 100 })
  expect(await readGain(player)).toBe(-1_000)
  const metrics = await server.platform.metrics.registry.metrics()
  expect(metrics).toContain('sports_absorbed_coins_total 100')
})

test('lets operators void a game before and after its end, whatever the feed reports', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const { transactionId } = await placed(player, toBetBody(gameId))
  await sports.finish(gameId, { home: 100, away: 99 })
  expect(await readGain(player)).toBe(66)
  const reason = 'Played with the wrong ball.'
  await actions.voidGame({ actor: { name: 'test' }, reason }, gameId)
  await sports.follow()
  expect(await readBets(player)).toMatchObject([
    { status: 'void', payout: 100 },
  ])
  await sports.finish(gameId, { home: 120, away: 99 })
  expect(await readGain(player)).toBe(0)
  const { gameData } = await readRecord(player, transactionId)
  expect(gameData.decisions).toMatchObject([{ reason }])
  expect(gameData.game).toMatchObject({ decidedBy: 'operator' })
})
