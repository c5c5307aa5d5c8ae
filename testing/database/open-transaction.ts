import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Database } from '../../api/src/platform/db/database.ts'

/**
 * Runs a statement in a transaction that stays open.
 *
 * @returns what rolls it back; the end of the test does so too.
 */
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

/** How many statements of a database wait for a lock. */
export async function waitingForLocks(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return Number(rowCount)
}

type Row = Record<string, string>

/**
 * Damages rows with the triggers off, for as long as `look` takes.
 *
 * @param look gets the database as it is then, and what a damage of one
 * statement returned first.
 */
export async function whileDamaged<T>(
  pool: pg.Pool,
  damage: string,
  look: (db: Database, returned: Row | undefined) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'")
    const { rows = [] } = await client.query<Row>(damage)
    return await look(drizzle(client, { casing: 'snake_case' }), rows[0])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
