import { expect, test } from 'vitest'
import { type SportsGame, sportsGames, sportsSeason } from '#core/api/sports.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/durations.ts'
import type { ApiOptions, TestApi } from '#testing/server/test-api.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { createModules } from '../../../modules.ts'
import { nativeHashes } from '../../../platform/native-hashes.ts'

const { clock, advance } = testClock(new Date('2027-01-15T12:10:00Z'))

/** Manual clock. */
const stopped = (speed: number): ApiOptions => ({
  clock,
  env: { SPORTS_SPEED: String(speed) },
  open: async (platform, config) => {
    const modules = await createModules(platform, config)
    return { ...modules, sports: { ...modules.sports, jobs: [] } }
  },
})
const server = await openTestServer(stopped(1))

async function readGames({ origin, modules }: TestApi): Promise<SportsGame[]> {
  await modules.sports.runNow()
  const client = new TestClient(origin)
  const { body } = await client.get('/api/sports/games?sport=basketball_nba')
  return sportsGames.parse(body)
}

async function readSeason({ origin }: TestApi) {
  const { body } = await new TestClient(origin).get('/api/sports/season')
  return sportsSeason.parse(body)
}

test('begins a season with a public hash and a secret seed', async () => {
  const games = await readGames(server)
  expect(games.length).toBeGreaterThan(5)
  for (const { source, stale, home_team, away_team } of games) {
    expect({ source, stale }).toEqual({ source: 'simulated', stale: false })
    expect(home_team).not.toBe(away_team)
  }
  const { season, past } = await readSeason(server)
  expect(season).toMatchObject({
    number: 1,
    startedAt: '2027-01-15T12:00:00.000Z',
  })
  expect(past).toEqual([])
  const { rows } = await server.pool.query('SELECT * FROM sports_seasons')
  expect(rows).toHaveLength(1)
})

test('all processes share a season, which continues after a restart', async () => {
  const before = await readGames(server)
  await server.modules.sports.release()
  const second = await server.startApi(stopped(1))
  expect(await readGames(second)).toEqual(before)
  await second.close()
  await server.modules.sports.runNow()
})

test('a higher speed brings coming games forward, and changes no past ones', async () => {
  await server.modules.sports.release()
  const fast = await server.startApi(stopped(60))
  const [first] = await readGames(fast)
  const startsAtMs = Date.parse(first?.commence_time ?? '')
  expect(startsAtMs - clock().getTime()).toBeLessThan(HOUR_MS)
  advance(5 * MINUTE_MS)
  await expect
    .poll(() => readGames(fast))
    .toContainEqual(
      expect.objectContaining({
        live: true,
        scores: {
          home_score: expect.any(Number),
          away_score: expect.any(Number),
        },
      }),
    )
  await fast.close()
})

test('reveals the seed of an ended season and begins the next', async () => {
  const fast = await server.startApi(stopped(100_000))
  await fast.modules.sports.runNow()
  const before = await readSeason(fast)
  advance((180 * DAY_MS) / 100_000)
  for (let poll = 0; poll < 5; poll += 1) await fast.modules.sports.runNow()
  const { season, past } = await readSeason(fast)
  expect(past).toMatchObject([{ ...before.season }])
  const [ended] = past
  expect(nativeHashes.sha256(ended?.seed ?? '')).toBe(ended?.seedHash)
  expect(season).toMatchObject({ number: 2 })
  await fast.close()
})
