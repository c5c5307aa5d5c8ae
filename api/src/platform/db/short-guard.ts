import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { type Guard, TermOver } from './lease.ts'

const LIFE_SECONDS = 10

/**
 * For a request, which leads nothing: for some seconds from now on, by the
 * database's clock, it may write what it has seen.
 */
export async function shortGuard(
  db: Database,
  lifeSeconds = LIFE_SECONDS,
): Promise<Guard> {
  const { rows } = await db.execute<{ end: string }>(
    sql`SELECT (clock_timestamp() + make_interval(secs => ${lifeSeconds}))::text AS end`,
  )
  const end = rows[0]?.end
  return {
    async guard(tx) {
      const { rowCount } = await tx.execute(
        sql`SELECT WHERE clock_timestamp() < ${end}::timestamptz`,
      )
      if (rowCount !== 1)
        throw new TermOver('What was seen is too old to write')
    },
  }
}
