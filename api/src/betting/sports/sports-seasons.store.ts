import { asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import { sportsSeasons } from './sports.table.ts'

export type SeasonRow = typeof sportsSeasons.$inferSelect

const PAST_SHOWN = 20

export type SeasonsStore = ReturnType<typeof openSeasonsStore>

export function openSeasonsStore(db: Database) {
  return {
    async last() {
      const [row] = await db
        .select()
        .from(sportsSeasons)
        .orderBy(desc(sportsSeasons.number))
        .limit(1)
      return row
    },

    /** Returns each season's published hash, oldest first. */
    seedHashes(): Promise<{ number: number; hash: string }[]> {
      const { number, seedHash: hash } = sportsSeasons
      return db
        .select({ number, hash })
        .from(sportsSeasons)
        .orderBy(asc(number))
    },

    /** Newest first. */
    past(): Promise<SeasonRow[]> {
      return db
        .select()
        .from(sportsSeasons)
        .where(isNotNull(sportsSeasons.endedAt))
        .orderBy(desc(sportsSeasons.number))
        .limit(PAST_SHOWN)
    },

    async add(right: Guard, season: SeasonRow) {
      await writeUnder(right, db, (tx) =>
        tx.insert(sportsSeasons).values(season),
      )
    },

    async update(right: Guard, number: number, change: Partial<SeasonRow>) {
      await writeUnder(right, db, (tx) =>
        tx
          .update(sportsSeasons)
          .set(change)
          .where(eq(sportsSeasons.number, number)),
      )
    },
  }
}
