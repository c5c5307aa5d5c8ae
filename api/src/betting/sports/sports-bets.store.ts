import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
} from 'drizzle-orm'
import type { SportsSource } from '#core/api/sports.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { sportsBets, sportsGames } from './sports.table.ts'
import type { GameRow } from './sports-games.store.ts'

export type BetRow = typeof sportsBets.$inferSelect
export type BetWithGame = { bet: BetRow; game: GameRow }

const LISTED = 200
/** Batch size of a settlement pass. */
const SETTLED_AT_ONCE = 100
const IS_OPEN = and(
  eq(sportsBets.status, 'pending'),
  isNull(sportsGames.heldFor),
)

export type BetsStore = ReturnType<typeof openBetsStore>

export function openBetsStore(db: Database) {
  function withGames(on: Database | Transaction) {
    return on
      .select({ bet: sportsBets, game: sportsGames })
      .from(sportsBets)
      .innerJoin(sportsGames, eq(sportsGames.id, sportsBets.gameId))
      .$dynamic()
  }

  async function idsOf(...conditions: (SQL | undefined)[]): Promise<string[]> {
    const rows = await db
      .select({ id: sportsBets.id })
      .from(sportsBets)
      .innerJoin(sportsGames, eq(sportsGames.id, sportsBets.gameId))
      .where(and(...conditions))
      .orderBy(asc(sportsBets.id))
      .limit(SETTLED_AT_ONCE)
    return rows.map(({ id }) => id)
  }

  return {
    /** Newest first. */
    ofPlayer(userId: string): Promise<BetWithGame[]> {
      return withGames(db)
        .where(eq(sportsBets.userId, userId))
        .orderBy(desc(sportsBets.placedAt), desc(sportsBets.id))
        .limit(LISTED)
    },

    findAll(ids: readonly string[]): Promise<BetRow[]> {
      return db
        .select()
        .from(sportsBets)
        .where(inArray(sportsBets.id, [...ids]))
    },

    async find(id: string, on: Database | Transaction = db) {
      const [row] = await withGames(on).where(eq(sportsBets.id, id))
      return row
    },

    /** Finds a bet whose game no other transaction changes meanwhile. */
    async findLockingGame(tx: Transaction, id: string) {
      const [row] = await withGames(tx)
        .where(eq(sportsBets.id, id))
        .for('share', { of: sportsGames })
      return row
    },

    /** Returns unconfirmed live bets with newer prices or a result. */
    findToConfirm: () =>
      idsOf(
        IS_OPEN,
        isNull(sportsBets.confirmedAt),
        or(
          gt(sportsGames.pricesAt, sportsBets.placedAt),
          gt(sportsGames.resultVersion, 0),
        ),
      ),

    /** Returns bets on games that did not start by a time, or whose feed is gone. */
    findNotPlayed: (source: SportsSource, before: Date) =>
      idsOf(
        IS_OPEN,
        lt(sportsBets.commenceTime, before),
        eq(sportsGames.resultVersion, 0),
        or(eq(sportsGames.status, 'scheduled'), ne(sportsGames.source, source)),
      ),

    /** Returns bets that a game's latest result has not graded yet. */
    findToGrade: ({ id, resultVersion }: GameRow) =>
      idsOf(
        eq(sportsBets.gameId, id),
        lt(sportsBets.gradedVersion, resultVersion),
        isNull(sportsBets.closedFor),
      ),

    async countOverdue(before: Date) {
      return db.$count(
        sportsBets,
        and(
          eq(sportsBets.status, 'pending'),
          lt(sportsBets.commenceTime, before),
        ),
      )
    },

    async update(tx: Transaction, id: string, change: Partial<BetRow>) {
      await tx.update(sportsBets).set(change).where(eq(sportsBets.id, id))
    },
  }
}
