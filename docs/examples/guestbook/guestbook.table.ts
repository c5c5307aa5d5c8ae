import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What players leave for the next ones: a line each, the latest of each player. */
export const guestbookLines = pgTable(
  'guestbook_lines',
  {
    userId: uuid().primaryKey(),
    line: text().notNull(),
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  ({ line }) => [
    check('guestbook_lines_length', sql`length(${line}) BETWEEN 1 AND 140`),
  ],
)
