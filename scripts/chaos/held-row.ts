import type { Pool } from 'pg'
import { waitUntil } from '../process/wait-until.ts'

const WAITS_WITHIN_MS = 60_000

/** Unlocks a row. */
export type Release = () => Promise<void>

/**
 * Locks a row until a transaction waits for it.
 *
 * @returns undefined if `text`, a locking query, finds no row
 */
export async function holdUntilWanted(
  database: Pool,
  text: string,
  values: unknown[],
): Promise<Release | undefined> {
  const held = await holdRow(database, text, values)
  await held?.untilWanted()
  return held?.release
}

/** @returns undefined if `text`, a locking query, finds no row */
export async function holdRow(database: Pool, text: string, values: unknown[]) {
  const client = await database.connect()
  const release: Release = async () => {
    await client.query('ROLLBACK')
    client.release()
  }
  await client.query('BEGIN')
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const { rowCount } = await client.query(text, values)
  if (rowCount !== 1) {
    await release()
    return undefined
  }
  const isWanted = async () => {
    const waiting = await database.query(
      `SELECT FROM pg_stat_activity
       WHERE $1 = ANY (pg_blocking_pids(pid)) AND datname = current_database()`,
      [rows[0].pid],
    )
    return waiting.rowCount !== 0
  }
  return {
    release,
    /** Waits until another transaction needs the row. */
    async untilWanted(): Promise<void> {
      if (await waitUntil(isWanted, WAITS_WITHIN_MS)) return
      throw new Error('no transaction needed the locked row')
    },
  }
}
