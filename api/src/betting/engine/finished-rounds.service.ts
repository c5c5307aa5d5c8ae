import { asc, gt } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { rounds } from './rounds.table.ts'

const PAGE = 5_000
export type FinishedRound = typeof rounds.$inferSelect

/** Hands on every round that is over, as one moment shows them. */
export function forEachFinishedRound(
  db: Database,
  handOn: (round: FinishedRound) => void,
): Promise<void> {
  return db.transaction(
    async (snapshot) => {
      let after: string | undefined = NO_ID
      while (after !== undefined) {
        const page: FinishedRound[] = await snapshot
          .select()
          .from(rounds)
          .where(gt(rounds.id, after))
          .orderBy(asc(rounds.id))
          .limit(PAGE)
        page.forEach(handOn)
        after = page.at(-1)?.id
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
