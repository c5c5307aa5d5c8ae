import { LRUCache } from 'lru-cache'
import type { SportsGame, SportsSource } from '#core/api/sports.ts'
import { type Bookmaker, SPORT_KEY } from '#core/sports/game.ts'
import { hasStarted, isStale } from '#core/sports/offer.ts'
import type { Clock } from '../../platform/clock.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'
import { scoresOf } from './sports-records.ts'

const FRESH_MS = 1_000
/** Time after the start at which a game without a result disappears. */
const SHOWN_FOR_MS = 12 * 60 * 60 * 1_000

/** Lists games. Reads the database once a second at most. */
export function openSportsGames(deps: {
  games: GamesStore
  source: SportsSource
  clock: Clock
  nowMs: () => number
}) {
  const { games, source, clock, nowMs } = deps
  const cache = new LRUCache<'list', Buffer>({
    max: 1,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: nowMs },
    async fetchMethod() {
      const now = clock().getTime()
      const after = new Date(now - SHOWN_FOR_MS)
      const rows = await games.findUndecided(source, { after })
      return Buffer.from(JSON.stringify(rows.map((row) => shownGame(now, row))))
    },
  })
  return {
    /** Returns scheduled and live games as JSON. */
    list: () => cache.forceFetch('list'),
  }
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
