import { sql } from 'drizzle-orm'
import { index, json, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core'

/** What connect-pg-simple keeps. */
export const sessions = pgTable(
  'session',
  {
    sid: varchar().primaryKey(),
    sess: json().notNull(),
    expire: timestamp({ precision: 6 }).notNull(),
  },
  (table) => [
    index('session_expire').on(table.expire),
    index('session_player').on(sql`(${table.sess}->>'userId')`),
  ],
)
