import { and, asc, getTableColumns, gt, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { rounds } from './rounds.table.ts'

const PAGE = 5_000
/** By then a transaction that begins is seen to have begun. */
const BEGINNING_SECONDS = 1

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

/** How far rounds were read, in the order in which they ended. */
export type RoundsRead = {
  /** To the microsecond, as the database writes it. */
  settledAt: string
  id: string
}

/**
 * The next rounds in the order in which they ended. Those are left out that a
 * transaction may still commit others before: all that ended since the oldest
 * running one began.
 */
export async function roundsAfter(
  db: Database,
  { settledAt, id }: RoundsRead,
  limit: number,
): Promise<(FinishedRound & { settledText: string })[]> {
  const horizon = await horizonOf(db)
  return db.transaction(async (tx) => {
    // The newest rounds are in no statistics: for the few that are expected
    // PostgreSQL would sort all that wait, again for each page.
    await tx.execute(sql`SET LOCAL enable_sort = off`)
    return tx
      .select({
        ...getTableColumns(rounds),
        settledText: sql<string>`${rounds.settledAt}::text`,
      })
      .from(rounds)
      .where(
        and(
          sql`${rounds.settledAt} >= ${settledAt}::timestamptz`,
          sql`(${rounds.settledAt}, ${rounds.id}) > (${settledAt}::timestamptz, ${id}::uuid)`,
          sql`${rounds.settledAt} < ${horizon}::timestamptz`,
        ),
      )
      .orderBy(asc(rounds.settledAt), asc(rounds.id))
      .limit(limit)
  })
}

/** Rounds are dated by the beginning of their transactions. */
async function horizonOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ horizon: string }>(
    sql`SELECT least(min(xact_start), now() - make_interval(secs => ${BEGINNING_SECONDS}))::text
            AS horizon
        FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND backend_type = 'client backend' AND xact_start IS NOT NULL`,
  )
  assert(rows[0] !== undefined, 'a minimum is one row')
  return rows[0].horizon
}
