import type pg from 'pg'
import { onTestFinished } from 'vitest'

/** Holds every connection of a pool; returns what gives them back. */
export async function holdConnections(pool: pg.Pool): Promise<() => void> {
  const held = await Promise.all(
    Array.from({ length: pool.options.max }, () => pool.connect()),
  )
  const release = () => {
    for (const client of held.splice(0)) client.release(true)
  }
  onTestFinished(release)
  await Promise.all(held.map((client) => client.query('BEGIN')))
  return release
}
