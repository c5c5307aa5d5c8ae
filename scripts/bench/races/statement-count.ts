import { readFileSync } from 'node:fs'
import type { Stage } from '../../product/stage.ts'
import type { RaceSite } from './race-site.ts'

/** A line of the database's log for each statement that it runs. */
const STATEMENT = / (statement|execute [^:]+): /g

/** Counts what the database is asked, by its own log. */
export async function countStatements(
  stage: Stage,
  { database }: RaceSite,
): Promise<() => number> {
  await database.query("ALTER SYSTEM SET log_statement = 'all'")
  await database.query('SELECT pg_reload_conf()')
  return () =>
    readFileSync(stage.databaseLog, 'utf8').match(STATEMENT)?.length ?? 0
}

/** Goes on without a word in the log for each. */
export async function countNoMore({ database }: RaceSite): Promise<void> {
  await database.query('ALTER SYSTEM RESET log_statement')
  await database.query('SELECT pg_reload_conf()')
}
