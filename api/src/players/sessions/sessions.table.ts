import { sql } from 'drizzle-orm'
import { index, json, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core'

/** Table of connect-pg-simple. */
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
