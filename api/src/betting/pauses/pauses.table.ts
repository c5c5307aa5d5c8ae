import { pgTable } from 'drizzle-orm/pg-core'
import { time } from '../../platform/db/columns.ts'

/** Paused games. */
export const gamePauses = pgTable('game_pauses', (t) => ({
  gameType: t.text().primaryKey(),
  pausedAt: time().notNull().defaultNow(),
  /** Reason shown to players, if any. */
  reason: t.text(),
}))
