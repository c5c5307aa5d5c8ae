import { expect, test } from 'vitest'
import type { Bookmaker } from '#core/sports/game.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { owedFor, sportsBetsIn } from '#testing/server/sports-oracle.ts'
import { placed } from '#testing/server/sports-server.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openFeatures } from '../../features.ts'
import { databaseOn } from '../../platform/db/database.ts'
import { auditLedger } from '../ledger/ledger-audit.service.ts'

const HOUR_MS = 3_600_000
/** Behind its last game, and before the next season begins. */
const SEASON_HOURS = 175 * 24
const STEP_HOURS = 6
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
