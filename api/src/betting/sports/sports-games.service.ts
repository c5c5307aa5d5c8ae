import { LRUCache } from 'lru-cache'
import type { SportsGame, SportsSeason } from '#core/api/sports.ts'
import { type Bookmaker, SPORT_KEY } from '#core/sports/game.ts'
import { hasStarted, isStale } from '#core/sports/offer.ts'
import type { Clock } from '../../platform/clock.ts'
import { scoresOf } from './shown-bet.ts'
import type { SimulatedFeed } from './simulated-feed.ts'
import type { SportsFeed } from './sports-feed.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'
import type { SeasonRow, SeasonsStore } from './sports-seasons.store.ts'

const FRESH_MS = 1_000
const SECOND_MS = 1_000
/** A game that has no result so long after its start is not shown any more. */
const SHOWN_FOR_MS = 12 * 60 * 60 * 1_000

type GamesDeps = {
  games: GamesStore
  seasons: SeasonsStore
  feed: SportsFeed
  /** Reveals the seeds of seasons that are over. */
  simulated: Pick<SimulatedFeed, 'seedOf'>
  clock: Clock
  /** Monotonic milliseconds. */
  nowMs: () => number
}

/** What everybody may look at: one query a second, however many look. */
export class SportsGamesService {
  readonly #deps: GamesDeps
  readonly #cache: LRUCache<'now', GameRow[]>
  #written: { rows: GameRow[]; second: number; json: Buffer } | undefined

  constructor(deps: GamesDeps) {
    this.#deps = deps
    this.#cache = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: deps.nowMs },
      fetchMethod: () => this.#read(),
    })
  }

  /**
   * The games that are to be played, or are being played, as JSON: written out
   * once a second, at which games start.
   */
  async list(): Promise<Buffer> {
    const rows = await this.#cache.forceFetch('now')
    const nowMs = this.#deps.clock().getTime()
    const second = Math.floor(nowMs / SECOND_MS)
    if (this.#written?.rows !== rows || this.#written.second !== second) {
      const shown = rows.map((row) => shownGame(nowMs, row))
      const json = Buffer.from(JSON.stringify(shown))
      this.#written = { rows, second, json }
    }
    return this.#written.json
  }

  /** The published hash of each simulated season's seed. */
  seasonSeeds(): Promise<{ number: number; hash: string }[]> {
    return this.#deps.seasons.seedHashes()
  }

  async season(): Promise<SportsSeason> {
    const { feed, seasons, simulated } = this.#deps
    const last = feed.source === 'simulated' ? await seasons.last() : undefined
    const past = await seasons.past()
    return {
      source: feed.source,
      season: last && !last.endedAt ? published(last) : null,
      past: past.map((row) => ({
        ...published(row),
        seed: simulated.seedOf(row),
      })),
    }
  }

  #read(): Promise<GameRow[]> {
    const { clock, feed, games } = this.#deps
    const after = new Date(clock().getTime() - SHOWN_FOR_MS)
    return games.findOpen(feed.source, after)
  }
}

function published({ number, startedAt, seedHash }: SeasonRow) {
  return { number, startedAt: startedAt.toISOString(), seedHash }
}

function shownGame(nowMs: number, row: GameRow): SportsGame {
  const { status, bookmakers } = row
  const startsAtMs = row.commenceTime.getTime()
  const live = hasStarted(nowMs, { status, startsAtMs })
  const times = bookmakers.map(({ updatedAtMs }) => updatedAtMs)
  // Of a game that nobody prices: since when.
  const pricedAtMs = Math.min(row.pricesAt.getTime(), Math.max(...times, 0))
  return {
    id: row.id,
    sport_key: SPORT_KEY,
    home_team: row.homeTeam,
    away_team: row.awayTeam,
    commence_time: row.commenceTime.toISOString(),
    live,
    scores: scoresOf(row),
    bookmakers: bookmakers.map(shownBookmaker),
    stale: times.length > 0 && isStale(nowMs, { status, pricedAtMs }),
    source: row.source,
  }
}

function shownBookmaker({ key, title, updatedAtMs, markets }: Bookmaker) {
  const last_update = new Date(updatedAtMs).toISOString()
  return { key, title, last_update, markets }
}
