import { asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import { sportsSeasons } from './sports-seasons.table.ts'

export type SeasonRow = typeof sportsSeasons.$inferSelect

const PAST_SHOWN = 20

export class SeasonsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async last(): Promise<SeasonRow | undefined> {
    const [row] = await this.#db
      .select()
      .from(sportsSeasons)
      .orderBy(desc(sportsSeasons.number))
      .limit(1)
    return row
  }

  /** What was published of each season, the first one first. */
  seedHashes(): Promise<{ number: number; hash: string }[]> {
    const { number, seedHash: hash } = sportsSeasons
    return this.#db
      .select({ number, hash })
      .from(sportsSeasons)
      .orderBy(asc(number))
  }

  /** Newest first. */
  past(): Promise<SeasonRow[]> {
    return this.#db
      .select()
      .from(sportsSeasons)
      .where(isNotNull(sportsSeasons.endedAt))
      .orderBy(desc(sportsSeasons.number))
      .limit(PAST_SHOWN)
  }

  async add(right: Guard, season: SeasonRow): Promise<void> {
    await writeUnder(right, this.#db, (tx) =>
      tx.insert(sportsSeasons).values(season),
    )
  }

  /** Lets the season's clock run on at another speed. */
  async setAnchor(
    right: Guard,
    number: number,
    anchor: Pick<SeasonRow, 'anchoredAt' | 'anchorElapsed' | 'speed'>,
  ): Promise<void> {
    await writeUnder(right, this.#db, (tx) =>
      tx
        .update(sportsSeasons)
        .set(anchor)
        .where(eq(sportsSeasons.number, number)),
    )
  }

  async end(right: Guard, number: number, endedAt: Date): Promise<void> {
    await writeUnder(right, this.#db, (tx) =>
      tx
        .update(sportsSeasons)
        .set({ endedAt })
        .where(eq(sportsSeasons.number, number)),
    )
  }
}
