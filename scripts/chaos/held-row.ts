import type { Pool } from 'pg'
import { waitUntil } from '../process/wait-until.ts'

const WAITS_WITHIN_MS = 60_000

/** A row that nobody else may write until it is let go. */
export type HeldRow = {
  /** Waits until somebody is stopped by it. */
  untilWanted(): Promise<void>
  release(): Promise<void>
}

/** @param select one row, `FOR UPDATE`. @returns undefined where there is none. */
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
      throw new Error('nobody came to the row that is held')
    },
    release,
  }
}

/** Whether anybody waits for what a process of the database holds. */
async function isBlocking(database: Pool, pid: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity
     WHERE $1 = ANY (pg_blocking_pids(pid)) AND datname = current_database()`,
    [pid],
  )
  return rowCount !== 0
}
