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
/** Time after the start at which a game without a result disappears. */
const SHOWN_FOR_MS = 12 * 60 * 60 * 1_000

/** Shows games and seasons. Reads the database once a second at most. */
export function openSportsGames(deps: {
  games: GamesStore
  seasons: SeasonsStore
  feed: SportsFeed
  /** Reveals the seeds of ended seasons. */
  simulated: Pick<SimulatedFeed, 'seedOf'>
  clock: Clock
  nowMs: () => number
}) {
  const { games, seasons, feed, simulated, clock, nowMs } = deps
  const cache = new LRUCache<'now', GameRow[]>({
    max: 1,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: nowMs },
    fetchMethod() {
      const after = new Date(clock().getTime() - SHOWN_FOR_MS)
      return games.findOpen(feed.source, after)
    },
  })
  let written: { rows: GameRow[]; second: number; json: Buffer } | undefined

  return {
    /** Returns scheduled and live games as JSON, written once a second. */
    async list(): Promise<Buffer> {
      const rows = await cache.forceFetch('now')
      const now = clock().getTime()
      const second = Math.floor(now / SECOND_MS)
      if (written?.rows !== rows || written.second !== second) {
        const shown = rows.map((row) => shownGame(now, row))
        const json = Buffer.from(JSON.stringify(shown))
        written = { rows, second, json }
      }
      return written.json
    },

    seasonSeeds: seasons.seedHashes,

    async season(): Promise<SportsSeason> {
      const last =
        feed.source === 'simulated' ? await seasons.last() : undefined
      const past = await seasons.past()
      return {
        source: feed.source,
        season: last && !last.endedAt ? published(last) : null,
        past: past.map((row) => ({
          ...published(row),
          seed: simulated.seedOf(row),
        })),
      }
    },
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
