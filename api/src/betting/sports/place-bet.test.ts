import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownLiability } from '#core/api/audit.ts'
import { transactions } from '#core/api/history.ts'
import { placedSportsBet } from '#core/api/sports.ts'
import { DAY_MS, MINUTE_MS } from '#core/durations.ts'
import { termDifference } from '#core/evidence/bet-terms.ts'
import { problem } from '#core/schemas/problem.ts'
import { openTransaction } from '#testing/database/open-transaction.ts'
import { writtenRows } from '#testing/database/written-rows.ts'
import { AWAY } from '#testing/page/sports-samples.ts'
import { placeFlip } from '#testing/player/flip-coin.ts'
import {
  expectLimit,
  setLimits,
  takeBreak,
} from '#testing/player/limited-player.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { computeLogHash } from '#testing/server/player-log.ts'
import { expectTrue, parseReceipt } from '#testing/server/receipts.ts'
import {
  createBookmaker,
  openSportsServer,
  placeBet,
  placed,
  readBets,
  readGain,
  toBetBody,
} from '#testing/server/sports-server.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { createDayCloser } from '../../ledger/audit/day-closer.ts'
import { freeBankroll } from '../../ledger/ledger.service.ts'

const sports = await openSportsServer()
const { server } = sports

/** Expects a refusal that wrote nothing. */
async function expectNoBet(
  player: TestPlayer,
  bet: object,
  refusal: object,
): Promise<void> {
  const before = await writtenRows(server.pool)
  const answer = await placeBet(player, bet)
  expect(answer.body, answer.text).toMatchObject(refusal)
  expect(await writtenRows(server.pool)).toBe(before)
}

test('takes the stake, stores price, line and their time, and signs a receipt', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const selection = {
    teamName: 'Over',
    odds: -112,
    market: 'totals',
    point: 220,
  }
  const key = { 'Idempotency-Key': randomUUID() }
  const place = () => placeBet(player, toBetBody(gameId, selection), key)
  const { service: ledger } = server.modules.ledger
  const before = await ledger.totals()
  const answer = await place()
  expect(await ledger.totals()).toEqual({
    ...before,
    house: before.house + 100,
    reserved: before.reserved + 189,
    totalBetsPlaced: before.totalBetsPlaced + 1,
    totalAmountWagered: before.totalAmountWagered + 100,
  })
  expect(answer.status, answer.text).toBe(200)
  const { bet, balance, transactionId } = placedSportsBet.parse(answer.body)
  expect(balance).toBe(900)
  expect(bet).toMatchObject({
    ...selection,
    id: transactionId,
    gameId,
    label: 'Over 220',
    bookmaker: 'rubberbook',
    status: 'pending',
    payout: null,
    live: false,
    confirmed: true,
    acceptedAt: sports.clock().toISOString(),
  })
  expect(await readBets(player)).toEqual([bet])
  const { body } = await player.client.get('/api/transactions?type=bet')
  expect(transactions.parse(body)).toMatchObject([
    { id: transactionId, gameType: 'Sports Bet', amount: -100 },
  ])
  const signed = parseReceipt(answer)
  const row = { player: player.id, seq: 2, id: transactionId }
  expect(signed).toMatchObject(row)
  await expectTrue(player.client, signed)
  const repriced = { bet: { ...bet, odds: -111 } }
  const record = { id: bet.id, gameType: 'Sports Bet', gameData: repriced }
  expect(termDifference(signed, record)).toBe('odds')
  const again = await place()
  expect(again.text).toBe(answer.text)
  const { terms } = signed
  expect(parseReceipt(again)).toMatchObject({ ...row, terms, balance })
})

test("includes a bet and its terms in the day's log", async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const selection = {
    teamName: 'Over',
    odds: -112,
    market: 'totals',
    point: 220,
  }
  expect((await placeBet(player, toBetBody(gameId, selection))).status).toBe(
    200,
  )
  const { platform } = server
  const clock = () => new Date(sports.clock().getTime() + DAY_MS)
  const closer = createDayCloser({ ...platform, clock, everyMs: DAY_MS })
  await closer.tick({ guard: async () => undefined })
  const { body } = await player.client.get('/api/audit/liabilities/mine')
  const { proof } = ownLiability.parse(body)
  if (!proof) throw new Error('The player is in the tree')
  expect(proof.leaf).toMatchObject({ balance: 900, staked: 100 })
  expect(await computeLogHash(player.client, proof)).toBe(proof.leaf.log)
  expect(proof.day.count).toBeGreaterThan(2)
})

test('shows games to visitors, and lets only players bet', async () => {
  const gameId = await sports.offered()
  const visitor = new TestClient(server.origin)
  const { body } = await visitor.get('/api/sports/games?sport=basketball_nba')
  expect(body).toContainEqual(expect.objectContaining({ id: gameId }))
  expect((await visitor.get('/api/sports/bets')).status).toBe(401)
  expect((await placeBet({ client: visitor }, toBetBody(gameId))).status).toBe(
    401,
  )
})

test('refuses a bet that differs from the offer, with the current price or line', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const priced = { code: 'odds_changed', price: -150 }
  const totals = { market: 'totals', teamName: 'Over', odds: -112 }
  const refused: [tampered: object, refusal: object][] = [
    [{ odds: 500 }, priced],
    [{ odds: -200 }, priced],
    [{ odds: Number.MAX_SAFE_INTEGER }, priced],
    // The price of the other team, and that of another market.
    [{ odds: 130 }, priced],
    [{ odds: -110 }, priced],
    [
      { ...totals, point: 219 },
      { code: 'odds_changed', point: 220 },
    ],
    [{ point: -4 }, { code: 'odds_changed', point: null }],
    [{ bookmaker: 'nobody' }, { reason: 'not_offered' }],
    [{ teamName: 'Utah Jazz' }, { reason: 'not_offered' }],
    // An outcome of another market, and a key of every object.
    [{ teamName: 'Over' }, { reason: 'not_offered' }],
    [{ teamName: '__proto__' }, { reason: 'not_offered' }],
    [{ gameId: 'nothing' }, { code: 'not_found' }],
    [{ betAmount: 1_001 }, { code: 'insufficient_coins', balance: 1_000 }],
  ]
  for (const [tampered, refusal] of refused) {
    await expectNoBet(player, toBetBody(gameId, tampered), refusal)
  }
})

test('refuses a changed price with the new one, which is then accepted', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const prices = { home: -165, away: 142 }
  sports.change(gameId, {
    bookmakers: [createBookmaker(sports.nowMs(), prices)],
  })
  await sports.follow()
  const refusal = { code: 'odds_changed', price: -165, point: null }
  await expectNoBet(player, toBetBody(gameId), refusal)
  const { bet } = await placed(player, toBetBody(gameId, { odds: -165 }))
  expect(bet.odds).toBe(-165)
})

test('accepts no bets from the scheduled start until the game is live, and none after it', async () => {
  const gameId = await sports.offered({ startsAtMs: sports.nowMs() + 1_000 })
  const player = await server.newPlayer()
  sports.advance(999)
  await placed(player, toBetBody(gameId))
  sports.advance(1)
  await expectNoBet(player, toBetBody(gameId), { reason: 'started' })
  await sports.finish(gameId, { home: 100, away: 90 })
  await expectNoBet(player, toBetBody(gameId), { reason: 'over' })
})

test('accepts bets at prices up to ten minutes old, even in a fresh answer', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  sports.advance(10 * MINUTE_MS)
  await placed(player, toBetBody(gameId))
  sports.advance(1)
  await expectNoBet(player, toBetBody(gameId), { reason: 'stale' })
  await sports.follow()
  await expectNoBet(player, toBetBody(gameId), { reason: 'stale' })
})

test('accepts no bets on a paused sport', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const { service: pauses } = server.modules.pauses
  await pauses.pause('Sports Bet', 'The feed is checked.')
  await pauses.follow()
  const refusal = { code: 'paused', reason: 'The feed is checked.' }
  await expectNoBet(player, toBetBody(gameId), refusal)
  await pauses.resume('Sports Bet')
  await pauses.follow()
  await placed(player, toBetBody(gameId))
})

test('applies the player’s limits and breaks together with rounds', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await setLimits(player, { dailyStake: 150 })
  await placeFlip(player.client, 30)
  await placed(player, toBetBody(gameId))
  expectLimit(await placeBet(player, toBetBody(gameId, { betAmount: 21 })), {
    limit: 'dailyStake',
    left: 20,
  })
  expectLimit(await placeFlip(player.client, 21), { limit: 'dailyStake' })
  await takeBreak(player, 60)
  expectLimit(await placeBet(player, toBetBody(gameId, { betAmount: 1 })), {
    limit: 'coolOff',
  })
})

test('limits one player’s pending bets to two percent of the bankroll', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await server.modules.ledger.service.grant(player.id, 100_000)
  const underdog = { teamName: AWAY, odds: 130 }
  const refused = await placeBet(
    player,
    toBetBody(gameId, { ...underdog, betAmount: 50_000 }),
  )
  expect(refused.body).toMatchObject({ code: 'house_limit' })
  const { largestStake } = problem.parse(refused.body)
  const largest = toBetBody(gameId, { ...underdog, betAmount: largestStake })
  await placed(player, largest)
  const more = toBetBody(gameId, { ...underdog, betAmount: 100 })
  await expectNoBet(player, more, { code: 'house_limit' })
  await placed(await server.newPlayer(), more)
})

test('a key is one bet, whose answer is repeated byte for byte', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const flipKey = { 'Idempotency-Key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => placeBet(player, toBetBody(gameId), key)),
  )
  await placeFlip(player.client, 10, flipKey)
  const other = toBetBody(gameId, { betAmount: 5 })
  for (const { body } of [
    await placeBet(player, other, key),
    await placeBet(player, other, flipKey),
    await placeFlip(player.client, 10, key),
  ]) {
    expect(body).toMatchObject({ code: 'key_reused' })
  }
  // Even after the price changed and the game ended.
  await sports.finish(gameId, { home: 90, away: 100 })
  answers.push(await placeBet(player, toBetBody(gameId), key))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await readBets(player)).toHaveLength(1)
})

test('concurrent bets and flips never take more than the balance', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 2
        ? placeBet(player, toBetBody(gameId))
        : placeFlip(player.client, 100),
    ),
  )
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(await readGain(player)).toBeGreaterThanOrEqual(-1_000)
})

test('a locked game delays bets on no other, and no rounds', async () => {
  const [locked, free] = [await sports.offered(), await sports.offered()]
  const player = await server.newPlayer()
  const other = await server.newPlayer()
  const release = await openTransaction(
    server.pool,
    `SELECT FROM sports_games WHERE id = '${locked}' FOR UPDATE`,
  )
  let isAnswered = false
  const waiting = placed(player, toBetBody(locked)).finally(() => {
    isAnswered = true
  })
  await placed(other, toBetBody(free))
  await placeFlip(other.client, 1)
  const { bankroll } = server.modules.engine
  expect(isAnswered).toBe(false)
  await release()
  await waiting
  const { service: ledger } = server.modules.ledger
  await bankroll.follow(() => ledger.totals())
  expect(bankroll.free()).toBe(freeBankroll(await ledger.totals()))
})

test('a reset does not change pending bets', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  await placed(player, toBetBody(gameId))
  await player.client.post('/api/user/reset-balance')
  await sports.finish(gameId, { home: 100, away: 90 })
  expect(await readBets(player)).toMatchObject([{ status: 'won', payout: 166 }])
  expect(await readGain(player)).toBe(166)
})
