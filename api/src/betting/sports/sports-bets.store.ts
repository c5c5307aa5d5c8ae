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
} from 'drizzle-orm'
import type { SportsSource } from '#core/api/sports.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { sportsBets } from './sports-bets.table.ts'
import type { GameRow } from './sports-games.store.ts'
import { sportsGames } from './sports-games.table.ts'

export type BetRow = typeof sportsBets.$inferSelect
export type BetWithGame = { bet: BetRow; game: GameRow }

/** Bets listed for a player. */
const LISTED = 200
/** Bets of one kind that a settlement takes up at once. */
const SETTLED_AT_ONCE = 100

export class BetsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async add(tx: Transaction, bet: typeof sportsBets.$inferInsert) {
    const [row] = await tx.insert(sportsBets).values(bet).returning()
    return row
  }

  /** Newest first. */
  ofPlayer(userId: string): Promise<BetWithGame[]> {
    return this.#withGames(this.#db)
      .where(eq(sportsBets.userId, userId))
      .orderBy(desc(sportsBets.placedAt), desc(sportsBets.id))
      .limit(LISTED)
  }

  findAll(ids: readonly string[]): Promise<BetRow[]> {
    return this.#db
      .select()
      .from(sportsBets)
      .where(inArray(sportsBets.id, [...ids]))
  }

  async find(
    id: string,
    on: Database | Transaction = this.#db,
  ): Promise<BetWithGame | undefined> {
    const [row] = await this.#withGames(on).where(eq(sportsBets.id, id))
    return row
  }

  /** Live bets that newer prices, or a result, decide on. */
  findToConfirm(): Promise<BetWithGame[]> {
    return this.#withGames(this.#db)
      .where(
        and(
          eq(sportsBets.status, 'pending'),
          isNull(sportsBets.confirmedAt),
          isNull(sportsGames.heldFor),
          or(
            gt(sportsGames.pricesAt, sportsBets.placedAt),
            gt(sportsGames.resultVersion, 0),
          ),
        ),
      )
      .orderBy(asc(sportsBets.placedAt))
      .limit(SETTLED_AT_ONCE)
  }

  /** Bets whose game was to start before a time, and has not; or that no feed tells of any more. */
  findNotPlayed(source: SportsSource, before: Date): Promise<BetWithGame[]> {
    return this.#withGames(this.#db)
      .where(
        and(
          eq(sportsBets.status, 'pending'),
          lt(sportsBets.commenceTime, before),
          eq(sportsGames.resultVersion, 0),
          isNull(sportsGames.heldFor),
          or(
            eq(sportsGames.status, 'scheduled'),
            ne(sportsGames.source, source),
          ),
        ),
      )
      .orderBy(asc(sportsBets.placedAt))
      .limit(SETTLED_AT_ONCE)
  }

  /** Bets on a game that its present result has not graded yet. */
  async findToGrade({ id, resultVersion }: GameRow): Promise<string[]> {
    const rows = await this.#db
      .select({ id: sportsBets.id })
      .from(sportsBets)
      .where(
        and(
          eq(sportsBets.gameId, id),
          lt(sportsBets.gradedVersion, resultVersion),
          isNull(sportsBets.closedFor),
        ),
      )
      .orderBy(asc(sportsBets.id))
      .limit(SETTLED_AT_ONCE)
    return rows.map((row) => row.id)
  }

  async countOverdue(before: Date): Promise<number> {
    return this.#db.$count(
      sportsBets,
      and(
        eq(sportsBets.status, 'pending'),
        lt(sportsBets.commenceTime, before),
      ),
    )
  }

  async update(
    tx: Transaction,
    id: string,
    change: Partial<BetRow>,
  ): Promise<void> {
    await tx.update(sportsBets).set(change).where(eq(sportsBets.id, id))
  }

  #withGames(on: Database | Transaction) {
    return on
      .select({ bet: sportsBets, game: sportsGames })
      .from(sportsBets)
      .innerJoin(sportsGames, eq(sportsGames.id, sportsBets.gameId))
      .$dynamic()
  }
}
