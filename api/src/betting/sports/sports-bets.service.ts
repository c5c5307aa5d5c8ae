import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { SportsBet, SportsRecord } from '#core/api/sports.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import {
  type BetRow,
  sportsBets,
  sportsDecisions,
  sportsGames,
} from './sports.table.ts'
import { shownBet, sportsRecordOf } from './sports-records.ts'

const LISTED = 200

/** Reads placed bets. */
export function openSportsService(db: Database) {
  return {
    /** Newest first. */
    async ofPlayer(userId: string): Promise<SportsBet[]> {
      const rows = await betsWithGames(db)
        .where(eq(sportsBets.userId, userId))
        .orderBy(desc(sportsBets.placedAt), desc(sportsBets.id))
        .limit(LISTED)
      return rows.map(shownBet)
    },

    storedBets(ids: readonly string[]): Promise<BetRow[]> {
      return db
        .select()
        .from(sportsBets)
        .where(inArray(sportsBets.id, [...ids]))
    },

    /** Returns the evidence of a bet; undefined for an unknown id. */
    async record(id: string): Promise<SportsRecord | undefined> {
      const [found] = await betsWithGames(db).where(eq(sportsBets.id, id))
      if (!found) return undefined
      const decisions = await db
        .select()
        .from(sportsDecisions)
        .where(eq(sportsDecisions.gameId, found.game.id))
        .orderBy(asc(sportsDecisions.id))
      return sportsRecordOf(found, decisions)
    },
  }
}

/** Selects bets with their games. */
export function betsWithGames(on: Database | Transaction) {
  return on
    .select({ bet: sportsBets, game: sportsGames })
    .from(sportsBets)
    .innerJoin(sportsGames, eq(sportsGames.id, sportsBets.gameId))
    .$dynamic()
}
