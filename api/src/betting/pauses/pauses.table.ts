import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Games of which no round can be started for now. */
export const gamePauses = pgTable('game_pauses', {
  gameType: text().primaryKey(),
  pausedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** As players are told it; null when there is none to tell. */
  reason: text(),
})
