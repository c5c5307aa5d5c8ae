import { and, asc, gt, type SQL } from 'drizzle-orm'
import { type Database, inSnapshot } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { rounds } from '../engine/rounds.table.ts'

const PAGE = 5_000
export type FinishedRound = typeof rounds.$inferSelect

/** Calls back for every finished round, in one snapshot of the database. */
export function forEachFinishedRound(
  db: Database,
  onRound: (round: FinishedRound) => void,
): Promise<void> {
  return inSnapshot(db, async (snapshot) => {
    for await (const page of readPages(snapshot)) page.forEach(onRound)
  })
}

/** Pages through finished rounds by id. */
export async function* readPages(
  db: Database,
  { where, size = PAGE }: { where?: SQL; size?: number } = {},
): AsyncGenerator<FinishedRound[]> {
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const page: FinishedRound[] = await db
      .select()
      .from(rounds)
      .where(and(gt(rounds.id, after), where))
      .orderBy(asc(rounds.id))
      .limit(size)
    yield page
    after = page.at(-1)?.id
  }
}
