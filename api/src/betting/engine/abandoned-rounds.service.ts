import type { Transaction } from '../../platform/db/database.ts'
import { openRounds } from './open-rounds.table.ts'

/** Marks all open rounds as abandoned, so that they end within a minute. */
export async function abandonOpenRounds(tx: Transaction): Promise<void> {
  await tx.update(openRounds).set({ actedAt: new Date(0) })
}
