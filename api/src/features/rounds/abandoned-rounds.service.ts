import type { Transaction } from '../../platform/db/database.ts'
import { openRounds } from './open-rounds.table.ts'

/** Has all open rounds end within a minute, as those left alone for long do. */
export async function abandonOpenRounds(tx: Transaction): Promise<void> {
  await tx.update(openRounds).set({ actedAt: new Date(0) })
}
