import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { SportsSource } from '#core/api/sports.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { sportsGames } from './sports.table.ts'

export type GameRow = typeof sportsGames.$inferSelect

const UNDECIDED_MAX = 200

export type GamesStore = ReturnType<typeof openGamesStore>

export function openGamesStore(db: Database) {
  const isUndecided = (source: SportsSource) =>
    and(eq(sportsGames.source, source), eq(sportsGames.resultVersion, 0))

  return {
    /** Returns a feed's games without a result, by their start. */
    findUndecided(
      source: SportsSource,
      { after, before }: { after?: Date; before?: Date },
    ): Promise<GameRow[]> {
      const { commenceTime, id } = sportsGames
      return db
        .select()
        .from(sportsGames)
        .where(
          and(
            isUndecided(source),
            after && gt(commenceTime, after),
            before && lt(commenceTime, before),
          ),
        )
        .orderBy(asc(commenceTime), asc(id))
        .limit(UNDECIDED_MAX)
    },

    /** @param lock `update` before writing a result, `share` before relying on it. */
    async find(tx: Transaction, id: string, lock: 'share' | 'update') {
      const [row] = await tx
        .select()
        .from(sportsGames)
        .where(eq(sportsGames.id, id))
        .for(lock === 'share' ? 'share' : 'no key update')
      return row
    },

    /** Locks a feed's games without a result, and those with the ids. */
    async lockReported(
      tx: Transaction,
      source: SportsSource,
      ids: readonly string[],
    ): Promise<GameRow[]> {
      return tx
        .select()
        .from(sportsGames)
        .where(or(isUndecided(source), inArray(sportsGames.id, [...ids])))
        .orderBy(asc(sportsGames.id))
        .for('no key update')
    },

    async save(tx: Transaction, rows: readonly GameRow[]) {
      if (rows.length === 0) return
      await tx
        .insert(sportsGames)
        .values([...rows])
        .onConflictDoUpdate({
          target: sportsGames.id,
          set: {
            commenceTime: sql`excluded.commence_time`,
            status: sql`excluded.status`,
            homeScore: sql`excluded.home_score`,
            awayScore: sql`excluded.away_score`,
            bookmakers: sql`excluded.bookmakers`,
            pricesAt: sql`excluded.prices_at`,
            resultVersion: sql`excluded.result_version`,
            decidedBy: sql`excluded.decided_by`,
            heldFor: sql`excluded.held_for`,
          },
        })
    },
  }
}
