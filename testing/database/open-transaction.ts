import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Database } from '../../api/src/platform/db/database.ts'

/** Runs a statement in a transaction. @returns a function that rolls it back, as the end of the test does. */
export async function openTransaction(
  pool: pg.Pool,
  statement: string,
): Promise<() => Promise<void>> {
  const client = await pool.connect()
  let isOpen = true
  async function rollBack(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    await client.query('ROLLBACK')
    client.release()
  }
  onTestFinished(rollBack)
  await client.query(`BEGIN; ${statement}`)
  return rollBack
}

/** Counts statements of this database that wait for a lock. */
export async function waitingForLocks(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return Number(rowCount)
}

type Row = Record<string, string>

/** Damages rows without triggers while `check` runs, which gets the first returned row. */
export async function whileDamaged<T>(
  pool: pg.Pool,
  damage: string,
  check: (db: Database, returned: Row | undefined) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'")
    const { rows = [] } = await client.query<Row>(damage)
    return await check(drizzle(client, { casing: 'snake_case' }), rows[0])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
