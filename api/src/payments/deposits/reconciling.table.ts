import {
  bigint,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { Address, Hash } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { wei } from '../../platform/db/columns.ts'

/** Surpluses of wallets beyond their deposits, until seen at a second block. */
export const depositGaps = pgTable(
  'deposit_gaps',
  {
    instanceId: integer().notNull(),
    wallet: text().$type<Address>().notNull(),
    cryptoType: text().$type<AssetSymbol>().notNull(),
    amountWei: wei('amount').notNull(),
    /** Where it was first seen. */
    blockNumber: bigint({ mode: 'number' }).notNull(),
    blockHash: text().$type<Hash>().notNull(),
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.wallet, table.cryptoType] }),
  ],
)

/** Last block of our own reading of token transfers. */
export const tokenLogCursors = pgTable('token_log_cursors', {
  instanceId: integer().primaryKey(),
  blockNumber: bigint({ mode: 'number' }).notNull(),
  /** Detects a reorg of the last block. */
  blockHash: text().$type<Hash>(),
})
