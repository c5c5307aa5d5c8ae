import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AnyGameType } from '#core/schemas/transaction.ts'

/** Games of which no round can be started for now. */
export const gamePauses = pgTable('game_pauses', {
  gameType: text().$type<AnyGameType>().primaryKey(),
  pausedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** As players are told it; null when there is none to tell. */
  reason: text(),
})
