import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { type SportsGame, sportsGames } from '#core/api/sports.ts'
import { assert } from '#core/assert.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import type { Measure } from '../../cli/measures.ts'
import { pickOf } from '../../game-kits/game-kit.ts'
import type { Call } from '../../load/retrying-client.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { onStage } from '../../product/stage.ts'
import { type HeldRow, holdRow } from '../held-row.ts'
import type { Series } from '../inject-faults.ts'
import { Bettors } from './bettors.ts'
import { createJournal } from './journal.ts'
import { judgeSports } from './judge-bets.ts'
import { LeasedProcesses } from './leases.ts'

const PLAYERS = 8
const PROCESSES = 2
/** A day of the season in nine seconds. */
const SEASON = {
  SPORTS_SPEED: '10000',
  SPORTS_PLAYER_EXPOSURE_PERCENT: '10',
  SPORTS_EXPOSURE_PERCENT: '80',
}

/** Kills the settling process at each step of settlement, while a season is played. */
export async function injectSettlementKill(
  name: string,
  { backWithin, seed, times }: Series,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    // Logs which leases a process has.
    stage.env = { ...stage.env, ...SEASON, LOG_LEVEL: 'info' }
    const random = seededRandom(`${seed}:${name}`)
    const cookies = await enrollPlayers(stage.env, PLAYERS)
    const databaseUrl = stage.env.DATABASE_URL
    const database = new Pool({ connectionString: databaseUrl, max: 4 })
    try {
      await createJournal(database)
      const processes = await Promise.all(
        Array.from({ length: PROCESSES }, () => stage.startApi()),
      )
      const urls = processes.map(({ url }) => url)
      const lease = { name: 'sports', database, processes } as const
      const leased = new LeasedProcesses(stage, lease)
      const season = new SeasonBets({ urls, random })
      await season.untilOffered()
      const nextBet = () => season.next()
      const bettors = new Bettors({ urls, random, nextBet })
      bettors.start(cookies)
      const takenOverMs: number[] = []
      for (let round = 0; round < times; round += 1) {
        for (const line of SETTLEMENT_LINES) {
          const term = await leased.term()
          const held = await untilLine(database, line, random)
          await leased.kill(term.leader.process)
          await held?.release()
          takenOverMs.push(await leased.takenOver(term))
          leased.restart(term.leader)
          await leased.untilRestarted()
        }
      }
      await bettors.stop()
      const leadsWithin = backWithin / 2
      const stored = { database, databaseUrl, bettors }
      const outcome = { ...stored, takenOverMs, leadsWithin }
      rows.push(...(await judgeSports(name, outcome)))
    } finally {
      await database.end()
    }
  })
  return rows
}

const POLL_MS = 20
const GIVE_UP_AFTER_MS = 120_000
/** Longest delay of a kill at any step. */
const SOMEWHERE_MS = 1_500

/**
 * Rows that settlement waits for when its process is killed: the last bet's stake
 * before its payment, the bet before it is marked settled, or the game before its
 * result is stored.
 */
const SETTLEMENT_LINES = ['stake', 'bet', 'game', 'anywhere'] as const

type SettlementLine = (typeof SETTLEMENT_LINES)[number]

/** Share locks let bets go on. */
const HOLD: Record<Exclude<SettlementLine, 'anywhere'>, string> = {
  stake: 'SELECT FROM stakes WHERE id = $1 FOR UPDATE',
  bet: 'SELECT FROM sports_bets WHERE id = $1 FOR UPDATE',
  game: 'SELECT FROM sports_games WHERE id = $1 FOR SHARE',
}

type NextBet = Record<Exclude<SettlementLine, 'anywhere'>, string>

/** Waits until settlement needs a row. @returns the lock of it */
async function untilLine(
  database: Pool,
  line: SettlementLine,
  random: () => number,
): Promise<HeldRow | undefined> {
  const next = await untilSomeAreDue(database)
  if (line === 'anywhere') {
    await sleep(random() * SOMEWHERE_MS)
    return undefined
  }
  const values = [next[line]]
  const held = await holdRow(database, { text: HOLD[line], values })
  await held?.untilWanted()
  return held
}

/** Returns the last bet of the next game with several bets. */
async function untilSomeAreDue(database: Pool): Promise<NextBet> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (performance.now() < deadline) {
    const { rows } = await database.query<NextBet>(
      `SELECT id AS bet, id AS stake, game_id AS game
       FROM sports_bets WHERE status = 'pending' AND game_id = (
         SELECT game_id FROM sports_bets WHERE status = 'pending'
         GROUP BY game_id HAVING count(*) > 2 ORDER BY min(commence_time) LIMIT 1)
       ORDER BY id DESC LIMIT 1`,
    )
    const [bet] = rows
    if (bet) return bet
    await sleep(POLL_MS)
  }
  throw new Error('no game with several bets')
}

const STAKE_MAX = 20
const READ_EVERY_MS = 300
const OFFERED_WITHIN_MS = 60_000
const GAMES = '/api/sports/games?sport=basketball_nba'

type Options = {
  urls: readonly string[]
  random: () => number
}

/** Bets on games of a simulated season at the shown prices. */
class SeasonBets {
  readonly #options: Options
  #games: SportsGame[] = []
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  async untilOffered(): Promise<void> {
    const isOffered = async () => (await this.next()) !== undefined
    const offered = await waitUntil(isOffered, OFFERED_WITHIN_MS)
    assert(offered, 'a season has games')
  }

  /** Returns a random bet; undefined while no game is offered. */
  async next(): Promise<Call | undefined> {
    const { random } = this.#options
    const games = await this.#offered()
    const offers = games.flatMap(offersOf)
    if (offers.length === 0) return undefined
    const betAmount = 1 + Math.floor(random() * STAKE_MAX)
    const body = { ...pickOf(offers, random()), betAmount }
    return { path: '/api/sports/place-bet', body }
  }

  async #offered(): Promise<SportsGame[]> {
    const { random, urls } = this.#options
    if (performance.now() - this.#readAtMs > READ_EVERY_MS) {
      this.#readAtMs = performance.now()
      const url = pickOf(urls, random())
      // A killed process lists nothing; the last list counts then.
      const answer = await fetch(`${url}${GAMES}`).catch(() => undefined)
      if (answer?.ok) this.#games = sportsGames.parse(await answer.json())
    }
    return this.#games.slice(0, NEXT_GAMES)
  }
}

/** Few, so that each gets several bets. */
const NEXT_GAMES = 6

function offersOf({ bookmakers, id: gameId, stale }: SportsGame) {
  if (stale) return []
  return bookmakers.flatMap(({ key: bookmaker, markets }) =>
    markets.flatMap(({ key: market, outcomes }) =>
      outcomes.map(({ name: teamName, price: odds, point }) => {
        const line = point === undefined ? {} : { point }
        return { gameId, bookmaker, market, teamName, odds, ...line }
      }),
    ),
  )
}
