import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Address } from 'viem'

/**
 * Anchors that a contract has and the database lacks, as a restore was noticed:
 * known from then on, so that they are noticed once.
 */
export const lostAnchors = pgTable(
  'lost_anchors',
  {
    instanceId: integer().notNull(),
    /** In lower case. */
    contract: text().$type<Address>().notNull(),
    /** The number after the last one that was lost. */
    nextNumber: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.contract] })],
)
