import type pg from 'pg'
import { onTestFinished } from 'vitest'

/** Takes every connection of a pool. @returns a function that releases them. */
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
