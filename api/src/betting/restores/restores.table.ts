import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { Address } from 'viem'
import { whole } from '../../platform/db/columns.ts'

/** Anchors that the database lacks, stored to report each loss only once. */
export const lostAnchors = pgTable(
  'lost_anchors',
  (t) => ({
    instanceId: t.integer().notNull(),
    /** Lower case. */
    contract: t.text().$type<Address>().notNull(),
    /** Number after the last lost anchor. */
    nextNumber: whole().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.instanceId, table.contract] })],
)
