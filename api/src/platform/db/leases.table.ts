import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Leaders of what only one process may do at a time. */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  owner: uuid().notNull(),
  /** Number of the term; writes of earlier terms are rejected. */
  epoch: bigint({ mode: 'number' }).notNull(),
  /** By the database's clock. */
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})
