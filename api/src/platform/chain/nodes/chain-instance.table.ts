import { integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import type { TestChainId } from '#core/chain/chains.ts'

/** Chains with deposits; a re-created local chain is a new instance. */
export const chainInstances = pgTable(
  'chain_instances',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer().$type<TestChainId>().notNull(),
    genesisHash: text().notNull(),
    /** Address of the registry, in lower case. */
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
