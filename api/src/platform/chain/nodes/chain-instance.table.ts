import { integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import type { TestChainId } from '#core/chain/test-chains.ts'

/** Every chain that money was ever watched on; a re-created one is another. */
export const chainInstances = pgTable(
  'chain_instances',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer().$type<TestChainId>().notNull(),
    genesisHash: text().notNull(),
    /** The registry's address in lower case. */
    registry: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('chain_instances_key').on(
      table.chainId,
      table.genesisHash,
      table.registry,
    ),
  ],
)
