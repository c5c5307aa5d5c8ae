import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Address } from 'viem'

/**
 * Anchors that a contract has and the database lacks. Stored to report each
 * loss only once.
 */
export const lostAnchors = pgTable(
  'lost_anchors',
  {
    instanceId: integer().notNull(),
    /** Lower case. */
    contract: text().$type<Address>().notNull(),
    /** Number after the last lost anchor. */
    nextNumber: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.contract] })],
)
