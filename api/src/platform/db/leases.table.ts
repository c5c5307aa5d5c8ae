import { pgTable } from 'drizzle-orm/pg-core'
import { time, whole } from './columns.ts'

/** Leaders of what only one process may do at a time. */
export const leases = pgTable('leases', (t) => ({
  name: t.text().primaryKey(),
  owner: t.uuid().notNull(),
  /** Number of the term; writes of earlier terms are rejected. */
  epoch: whole().notNull(),
  /** By the database's clock. */
  expiresAt: time().notNull(),
}))
