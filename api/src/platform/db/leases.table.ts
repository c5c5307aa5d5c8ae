import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Who leads what only one process may do at a time. */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  owner: uuid().notNull(),
  /** Counts the terms of office: a write of an earlier one is refused. */
  epoch: bigint({ mode: 'number' }).notNull(),
  /** By the database's clock. */
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})
