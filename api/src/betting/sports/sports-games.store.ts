import {
  and,
  asc,
  between,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  ne,
  notInArray,
  sql,
} from 'drizzle-orm'
import type { SportsSource } from '#core/api/sports.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { sportsDecisions, sportsGames } from './sports.table.ts'

export type GameRow = typeof sportsGames.$inferSelect
export type DecisionRow = typeof sportsDecisions.$inferSelect

const UNSETTLED_ASKED = 200
const SHOWN = 200

export type GamesStore = ReturnType<typeof openGamesStore>

export function openGamesStore(db: Database) {
  return {
    /** Returns a feed's games without a result that start after a time. */
    findOpen(source: SportsSource, after: Date): Promise<GameRow[]> {
      return db
        .select()
        .from(sportsGames)
        .where(
          and(
            eq(sportsGames.source, source),
            eq(sportsGames.resultVersion, 0),
            gt(sportsGames.commenceTime, after),
          ),
        )
        .orderBy(asc(sportsGames.commenceTime), asc(sportsGames.id))
        .limit(SHOWN)
    },

    /** Returns a feed's games without a result that start before a time. */
    findUnsettled(source: SportsSource, before: Date) {
      return db
        .select()
        .from(sportsGames)
        .where(
          and(
            eq(sportsGames.source, source),
            eq(sportsGames.resultVersion, 0),
            lt(sportsGames.commenceTime, before),
          ),
        )
        .orderBy(asc(sportsGames.commenceTime))
        .limit(UNSETTLED_ASKED)
    },

    /** Returns games whose latest result has unsettled bets. */
    findWithNewResult(): Promise<GameRow[]> {
      return db
        .select()
        .from(sportsGames)
        .where(gt(sportsGames.resultVersion, sportsGames.settledVersion))
        .orderBy(asc(sportsGames.commenceTime))
        .limit(UNSETTLED_ASKED)
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

    async knownAmong(ids: readonly string[]) {
      const rows = await db
        .select({ id: sportsGames.id })
        .from(sportsGames)
        .where(inArray(sportsGames.id, [...ids]))
      return new Set(rows.map(({ id }) => id))
    },

    /** Finds a feed's games by their start, both ends included. */
    findBetween(
      source: SportsSource,
      from: Date,
      to: Date,
    ): Promise<GameRow[]> {
      return db
        .select()
        .from(sportsGames)
        .where(
          and(
            eq(sportsGames.source, source),
            between(sportsGames.commenceTime, from, to),
          ),
        )
        .orderBy(asc(sportsGames.id))
    },

    countHeld(): Promise<number> {
      return db.$count(sportsGames, isNotNull(sportsGames.heldFor))
    },

    async lockAll(tx: Transaction, ids: readonly string[]) {
      const rows = await tx
        .select()
        .from(sportsGames)
        .where(inArray(sportsGames.id, [...ids]))
        .orderBy(asc(sportsGames.id))
        .for('no key update')
      return new Map(rows.map((row) => [row.id, row]))
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

    /** Removes the prices of a feed's other open games. */
    async removePrices(
      tx: Transaction,
      {
        source,
        except,
        at,
      }: { source: SportsSource; except: readonly string[]; at: Date },
    ) {
      await tx
        .update(sportsGames)
        .set({ bookmakers: [], pricesAt: at })
        .where(
          and(
            eq(sportsGames.source, source),
            eq(sportsGames.resultVersion, 0),
            ne(sql`${sportsGames.bookmakers}::text`, '[]'),
            except.length > 0
              ? notInArray(sportsGames.id, [...except])
              : undefined,
          ),
        )
    },

    /** Marks a version of the result as settled, and sums up the game's bets. */
    async setSettled(tx: Transaction, id: string, version: number) {
      await tx
        .update(sportsGames)
        .set({ settledVersion: version })
        .where(eq(sportsGames.id, id))
      await tx.execute(
        sql`INSERT INTO sports_totals (game_id, version, bets, hits, staked, paid)
            SELECT ${id}, ${version}, count(*), count(*) FILTER (WHERE payout > 0),
              coalesce(sum(bet_amount), 0), coalesce(sum(payout), 0)
            FROM sports_bets WHERE game_id = ${id} AND status IN ('won', 'lost')
            ON CONFLICT (game_id) DO UPDATE SET version = excluded.version,
              bets = excluded.bets, hits = excluded.hits,
              staked = excluded.staked, paid = excluded.paid`,
      )
    },

    async addDecision(tx: Transaction, decision: DecisionRow) {
      await tx.insert(sportsDecisions).values(decision)
    },

    /** Oldest first. */
    decisionsOf(gameId: string): Promise<DecisionRow[]> {
      return db
        .select()
        .from(sportsDecisions)
        .where(eq(sportsDecisions.gameId, gameId))
        .orderBy(asc(sportsDecisions.id))
    },
  }
}
