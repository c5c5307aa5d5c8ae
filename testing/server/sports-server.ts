import { randomUUID } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { user } from '#core/api/account.ts'
import {
  type PlacedSportsBet,
  placedSportsBet,
  type SportsBet,
  sportsBets,
} from '#core/api/sports.ts'
import { HOUR_MS } from '#core/durations.ts'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import type { Bookmaker, Score } from '#core/sports/game.ts'
import {
  type OfferedGame,
  startOddsServer,
} from '#testing/feeds/odds-server.ts'
import {
  AWAY,
  bookmaker,
  HOME,
  type Prices,
} from '#testing/page/sports-samples.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { createModules } from '../../api/src/modules.ts'
import type { Job } from '../../api/src/platform/jobs.ts'
import { type Answer, fine, type TestHeaders } from './test-client.ts'
import { testClock } from './test-clock.ts'
import { openTestServer } from './test-server.ts'

const PLACE_BET = '/api/sports/place-bet'

/** In whole seconds, like times of the feed. */
const NOON = Date.UTC(2027, 0, 15, 12)

/** Sports over a feed of the test's own; only the test makes time pass. */
export async function openSportsServer(env: NodeJS.ProcessEnv = {}) {
  const { clock, advance } = testClock(new Date(NOON))
  const odds = await startOddsServer()
  afterAll(odds.close)
  let jobs: Job[] = []
  const server = await openTestServer({
    clock,
    env: { ODDS_API_KEY: 'a-key-of-the-test', ODDS_API_URL: odds.url, ...env },
    open: async (platform, config) => {
      const modules = await createModules(platform, config)
      jobs = modules.sports.jobs
      return { ...modules, sports: { ...modules.sports, jobs: [] } }
    },
  })
  const nowMs = () => clock().getTime()

  function offer(game: Partial<OfferedGame> = {}): string {
    const id = randomUUID().replaceAll('-', '')
    odds.games.set(id, {
      home: HOME,
      away: AWAY,
      startsAtMs: nowMs() + HOUR_MS,
      bookmakers: [createBookmaker(nowMs())],
      ...game,
    })
    return id
  }

  function change(id: string, by: Partial<OfferedGame>): void {
    const game = odds.games.get(id)
    expect(game, 'the feed has it').toBeDefined()
    if (game) odds.games.set(id, { ...game, ...by })
  }

  const follow = () => server.modules.sports.runNow()

  return {
    server,
    odds,
    clock,
    advance,
    nowMs,
    offer,
    change,
    follow,
    /** Runs each job once; as in the API, a failure doesn't stop the others. */
    async runJobs(): Promise<void> {
      const { signal } = new AbortController()
      await Promise.allSettled(jobs.map((job) => job.run(signal)))
    },
    async offered(game: Partial<OfferedGame> = {}): Promise<string> {
      const id = offer(game)
      await follow()
      return id
    },
    async finish(id: string, score: Score): Promise<void> {
      advance(4 * HOUR_MS)
      change(id, { score, completed: true })
      await follow()
    },
  }
}

/** Prices of 4.5 % overround; the lines are whole, so that they can be met. */
export function createBookmaker(
  updatedAtMs: number,
  prices: Prices = {},
): Bookmaker {
  const key = 'rubberbook'
  const { title, markets } = bookmaker(key, key, { total: 220, ...prices })
  return { key, title, updatedAtMs, markets }
}

/** A bet of 100 on the home team at the offered price, unless overridden. */
export function toBetBody(gameId: string, more: object = {}) {
  return { gameId, teamName: HOME, odds: -150, betAmount: 100, ...more }
}

export function placeBet(
  { client }: Pick<TestPlayer, 'client'>,
  bet: object,
  headers: TestHeaders = {},
): Promise<Answer> {
  return client.post(PLACE_BET, bet, headers)
}

export async function placed(
  player: Pick<TestPlayer, 'client'>,
  bet: object,
): Promise<PlacedSportsBet> {
  return placedSportsBet.parse(fine(await placeBet(player, bet)))
}

export async function readBets({
  client,
}: Pick<TestPlayer, 'client'>): Promise<SportsBet[]> {
  return sportsBets.parse((await client.get('/api/sports/bets')).body)
}

/** Returns the gain of a player over the starting balance. */
export async function readGain({
  client,
}: Pick<TestPlayer, 'client'>): Promise<number> {
  const { balance } = user.parse((await client.get('/api/user')).body)
  return balance - STARTING_BALANCE
}
