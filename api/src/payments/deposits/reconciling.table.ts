import {
  bigint,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { Address, Hash } from 'viem'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { wei } from '../../platform/db/columns.ts'

/** What wallets were once seen to hold beyond what our rows explain. */
export const depositGaps = pgTable(
  'deposit_gaps',
  {
    instanceId: integer().notNull(),
    wallet: text().$type<Address>().notNull(),
    cryptoType: text({ enum: ASSET_SYMBOLS }).notNull(),
    amount: wei().notNull(),
    /** The block it was seen at. */
    blockNumber: bigint({ mode: 'number' }).notNull(),
    blockHash: text().$type<Hash>().notNull(),
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.wallet, table.cryptoType] }),
  ],
)

/** How far we have read the logs of our own tokens ourselves. */
export const tokenLogCursors = pgTable('token_log_cursors', {
  instanceId: integer().primaryKey(),
  blockNumber: bigint({ mode: 'number' }).notNull(),
  /** On another branch nothing of it was read. */
  blockHash: text().$type<Hash>(),
})
