import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Paused games. */
export const gamePauses = pgTable('game_pauses', {
  gameType: text().primaryKey(),
  pausedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Reason shown to players, if any. */
  reason: text(),
})
