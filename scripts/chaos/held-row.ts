import type { Pool } from 'pg'
import { waitUntil } from '../process/wait-until.ts'

const WAITS_WITHIN_MS = 60_000

/** A locked row. */
export type HeldRow = {
  /** Waits until another transaction needs the row. */
  untilWanted(): Promise<void>
  release(): Promise<void>
}

/** @returns undefined if `select`, a locking query, finds no row */
export async function holdRow(
  database: Pool,
  select: { text: string; values: unknown[] },
): Promise<HeldRow | undefined> {
  const client = await database.connect()
  const release = async () => {
    await client.query('ROLLBACK')
    client.release()
  }
  await client.query('BEGIN')
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pg_backend_pid() AS pid',
  )
  const { rowCount } = await client.query(select)
  if (rowCount !== 1) {
    await release()
    return undefined
  }
  const isWanted = () => isBlocking(database, rows[0]?.pid ?? 0)
  return {
    async untilWanted() {
      if (await waitUntil(isWanted, WAITS_WITHIN_MS)) return
      throw new Error('no transaction needed the locked row')
    },
    release,
  }
}

/** Returns true if a session waits for the locks of another one. */
async function isBlocking(database: Pool, pid: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity
     WHERE $1 = ANY (pg_blocking_pids(pid)) AND datname = current_database()`,
    [pid],
  )
  return rowCount !== 0
}
