import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Bookmaker } from '#core/sports/game.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { owedFor, sportsBetsIn } from '#testing/server/sports-oracle.ts'
import { placeBet, placed } from '#testing/server/sports-server.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openFeatures } from '../../features.ts'
import { databaseOn } from '../../platform/db/database.ts'
import { auditLedger } from '../ledger/ledger-audit.service.ts'

const HOUR_MS = 3_600_000
/** Behind its last game, and before the next season begins. */
const SEASON_HOURS = 175 * 24
const STEP_HOURS = 6
const SCHEMES = 60
/** Older prices take no bets before a game. */
const FRESH_MS = 10 * 60_000
const { clock, advance } = testClock(new Date('2027-01-15T12:00:00Z'))

const server = await openTestServer({
  clock,
  // One player may bet on many games at once.
  env: {
    SPORTS_PLAYER_EXPOSURE_PERCENT: '40',
    SPORTS_EXPOSURE_PERCENT: '100',
  },
  // Only the test makes time pass.
  open: async (platform, config) => {
    const features = await openFeatures(platform, config)
    return { ...features, sports: { ...features.sports, jobs: [] } }
  },
})

type Game = {
  id: string
  home: string
  away: string
  startsAt: Date
  bookmakers: Bookmaker[]
}

/** The games that are offered and have not begun, the next one first. */
async function comingGames(): Promise<Game[]> {
  await server.features.sports.runNow()
  const { rows } = await server.pool.query<Game>(
    `SELECT id, home_team AS home, away_team AS away,
       commence_time AS "startsAt", bookmakers
     FROM sports_games
     WHERE result_version = 0 AND status = 'scheduled' AND commence_time > $1
     ORDER BY commence_time, id`,
    [clock()],
  )
  return rows
}

/** All that a game offers, at every bookmaker. */
function offersOf({ id: gameId, bookmakers }: Game) {
  return bookmakers.flatMap(({ key: bookmaker, markets }) =>
    markets.flatMap(({ key: market, outcomes }) =>
      outcomes.map(({ name: teamName, price: odds, point }) => {
        const line = point === undefined ? {} : { point }
        return { gameId, bookmaker, market, teamName, odds, ...line }
      }),
    ),
  )
}

async function richPlayer(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 10_000_000)
  return player
}

async function expectSoundLedger(): Promise<void> {
  const findings = await auditLedger(databaseOn(server.pool))
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
}

function sumOf(values: (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/** Two bets a game, over all outcomes and bookmakers in turn. */
async function betOnNewGames(
  players: readonly TestPlayer[],
  seen: Set<string>,
): Promise<void> {
  const games = await comingGames()
  const soonMs = clock().getTime() + 2 * STEP_HOURS * HOUR_MS
  for (const game of games) {
    if (seen.has(game.id) || game.startsAt.getTime() > soonMs) continue
    const offers = offersOf(game)
    const bets = players.map((player, index) => {
      const offer = offers[(seen.size * 5 + index) % offers.length]
      return placed(player, { ...offer, betAmount: 1 + ((seen.size * 7) % 90) })
    })
    await Promise.all(bets)
    seen.add(game.id)
  }
}

test('over a season of 1230 games every bet is settled once and right', async () => {
  const players = [await richPlayer(), await richPlayer()]
  const seen = new Set<string>()
  for (let hour = 0; hour < SEASON_HOURS; hour += STEP_HOURS) {
    await betOnNewGames(players, seen)
    if (hour % (24 * 25) === 0) await expectSoundLedger()
    advance(STEP_HOURS * HOUR_MS)
  }
  await server.features.sports.runNow()
  await expectSoundLedger()
  expect(seen.size).toBe(1_230)
  const bets = await sportsBetsIn(server.pool)
  expect(bets).toHaveLength(2 * seen.size)
  for (const bet of bets) {
    const due = owedFor(bet)
    expect(bet).toMatchObject({ payout: due, moved: due })
    expect(bet.transactionCount).toBe(due > 0 ? 1 : 0)
  }
  const statuses = new Set(bets.map(({ status }) => status))
  expect([...statuses].sort()).toEqual(['lost', 'void', 'won'])
  // Each outcome is backed as often as its opposite.
  const back = sumOf(bets.map(({ payout }) => payout))
  expect(back).toBeLessThan(sumOf(bets.map(({ stake }) => stake)))
})

/**
 * What a bettor might try on a game, a second before it starts.
 *
 * @returns how many sides it has that can be bet on.
 */
async function scheme(player: TestPlayer, game: Game): Promise<number> {
  const offers = offersOf(game).filter(({ market }) => market === 'h2h')
  const best = [game.home, game.away].flatMap((team) =>
    offers
      .filter(({ teamName }) => teamName === team)
      .sort((one, other) => other.odds - one.odds)
      .slice(0, 1),
  )
  for (const offer of best) {
    // Both sides at the best prices; in single coins, where rounding may help;
    await placeBet(player, { ...offer, betAmount: 100 })
    await placeBet(player, { ...offer, betAmount: 1 })
    // at a price that nobody offers; many at once under one key; and too late.
    await placeBet(player, { ...offer, odds: 900, betAmount: 100 })
    const key = { 'Idempotency-Key': randomUUID() }
    const same = { ...offer, betAmount: 50 }
    await Promise.all([1, 2, 3].map(() => placeBet(player, same, key)))
    // and more under that key, once it is taken.
    const more = await placeBet(player, { ...offer, betAmount: 500 }, key)
    expect(more.body).toMatchObject({ code: 'key_reused' })
  }
  advance(1_000)
  for (const offer of best) {
    const late = await placeBet(player, { ...offer, betAmount: 100 })
    expect(late.body).toMatchObject({ reason: 'started' })
  }
  return best.length
}

/** @returns how many prices of before are other ones now, and take no bet. */
async function oldPrices(
  player: TestPlayer,
  { before, now }: { before: Game; now: Game },
): Promise<number> {
  const isOffered = new Set(offersOf(now).map((one) => JSON.stringify(one)))
  const moved = offersOf(before).filter(
    (one) => !isOffered.has(JSON.stringify(one)),
  )
  for (const offer of moved) {
    const late = await placeBet(player, { ...offer, betAmount: 100 })
    expect(late.body).toMatchObject({ code: 'odds_changed' })
  }
  return moved.length
}

test('who tries rounding, both sides, tampering, old prices, the last second, parallel bets and retries gains nothing', async () => {
  const player = await richPlayer()
  let sides = 0
  let moved = 0
  let stale = 0
  for (let tried = 0; tried < SCHEMES; tried += 1) {
    const [before] = await comingGames()
    if (!before) throw new Error('a season goes on')
    const aheadMs = before.startsAt.getTime() - 1_000 - clock().getTime()
    advance(aheadMs)
    if (aheadMs > FRESH_MS) {
      const old = { ...offersOf(before)[0], betAmount: 100 }
      const refused = await placeBet(player, old)
      expect(refused.body).toMatchObject({ reason: 'stale' })
      stale += 1
    }
    const now = (await comingGames()).find(({ id }) => id === before.id)
    if (!now) continue
    moved += await oldPrices(player, { before, now })
    sides += await scheme(player, now)
  }
  expect(Math.min(moved, stale)).toBeGreaterThan(10)
  // Behind the end of the last game, also where it began late.
  advance(24 * HOUR_MS)
  await server.features.sports.runNow()
  const { rows } = await server.pool.query<{
    bets: number
    staked: number
    paid: number
  }>(
    `SELECT count(*)::int AS bets, sum(bet_amount)::int AS staked, sum(payout)::int AS paid
     FROM sports_bets WHERE user_id = $1 AND status <> 'pending'`,
    [player.id],
  )
  // Of each side three bets were taken, and of no side without the other.
  const [sums] = rows
  expect(sides).toBeGreaterThan(SCHEMES)
  expect(sums).toMatchObject({ bets: 3 * sides, staked: 151 * sides })
  expect(sums?.paid).toBeLessThan(151 * sides)
})
