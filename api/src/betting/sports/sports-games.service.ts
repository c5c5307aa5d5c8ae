import { and, asc, eq, gt } from 'drizzle-orm'
import type { SportsGame, SportsSource } from '#core/api/sports.ts'
import { type Bookmaker, SPORT_KEY } from '#core/sports/game.ts'
import { hasStarted, isStale } from '#core/sports/offer.ts'
import { createCachedRead } from '../../platform/cached-read.ts'
import type { Platform } from '../../platform/platform.ts'
import { type GameRow, sportsGames } from './sports.table.ts'
import { toScores } from './sports-records.ts'

const FRESH_MS = 1_000
const SHOWN_MAX = 200
/** Time after the start at which a game without a result disappears. */
const SHOWN_FOR_MS = 12 * 60 * 60 * 1_000

/** Caches the JSON of scheduled and live games. */
export function createSportsGames(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  source: SportsSource,
) {
  return createCachedRead(FRESH_MS, async () => {
    const now = clock().getTime()
    const after = new Date(now - SHOWN_FOR_MS)
    const { commenceTime, id, resultVersion } = sportsGames
    const rows = await db
      .select()
      .from(sportsGames)
      .where(
        and(
          eq(sportsGames.source, source),
          eq(resultVersion, 0),
          gt(commenceTime, after),
        ),
      )
      .orderBy(asc(commenceTime), asc(id))
      .limit(SHOWN_MAX)
    return Buffer.from(JSON.stringify(rows.map((row) => shownGame(now, row))))
  })
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
    scores: toScores(row),
    bookmakers: bookmakers.map(shownBookmaker),
    stale: times.length > 0 && isStale(nowMs, { status, pricedAtMs }),
    source: row.source,
  }
}

function shownBookmaker({ key, title, updatedAtMs, markets }: Bookmaker) {
  const last_update = new Date(updatedAtMs).toISOString()
  return { key, title, last_update, markets }
}
