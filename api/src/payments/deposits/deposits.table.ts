import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Address, Hash } from 'viem'
import type { DepositStatus } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { DepositCause } from '#core/deposits/deposit-cause.ts'
import { wei } from '../../platform/db/columns.ts'

/**
 * Payments to players' wallets. A reorganisation moves a row to another block;
 * it never duplicates the payment.
 */
export const cryptoDeposits = pgTable(
  'crypto_deposits',
  {
    id: uuid().primaryKey(),
    instanceId: integer().notNull(),
    userId: uuid().notNull(),
    /** Lowercase, like all addresses and hashes. */
    wallet: text().$type<Address>().notNull(),
    cryptoType: text().$type<AssetSymbol>().notNull(),
    /** Null for unattributed deposits. */
    txHash: text().$type<Hash>(),
    /** Index among the transaction's payments of this asset to this wallet. */
    ordinal: integer().notNull().default(0),
    /** Received amount: less than claimed if a token withheld some. */
    amountWei: wei('amount').notNull(),
    /** Amount by the transaction; null without one. */
    claimedWei: wei('claimed'),
    sender: text().$type<Address>(),
    /** Last block it was seen in; for unattributed ones, end of the range. */
    blockNumber: bigint({ mode: 'number' }).notNull(),
    blockHash: text().$type<Hash>().notNull(),
    /** Start of the block range of unattributed deposits. */
    fromBlock: bigint({ mode: 'number' }),
    confirmations: smallint().notNull().default(0),
    /** Rate when it was recorded: coins per 10^18 wei. */
    coinsPerUnit: integer().notNull(),
    /** Coins it is worth, or was credited with. */
    coins: bigint({ mode: 'number' }).notNull(),
    /** Coins of reversals that the balance didn't cover. */
    absorbed: bigint({ mode: 'number' }).notNull().default(0),
    status: text().$type<DepositStatus>().notNull().default('pending'),
    /** Why it waits or pays nothing. */
    cause: jsonb().$type<DepositCause>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    confirmedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('crypto_deposits_payment')
      .on(
        table.instanceId,
        table.txHash,
        table.wallet,
        table.cryptoType,
        table.ordinal,
      )
      .where(sql`${table.txHash} IS NOT NULL`),
    uniqueIndex('crypto_deposits_unattributed')
      .on(table.instanceId, table.wallet, table.cryptoType, table.fromBlock)
      .where(sql`${table.txHash} IS NULL AND ${table.status} <> 'reversed'`),
    index('crypto_deposits_user').on(table.userId, table.id),
    index('crypto_deposits_pending')
      .on(table.instanceId, table.blockNumber)
      .where(sql`${table.status} = 'pending'`),
    index('crypto_deposits_confirmed_at').on(
      table.instanceId,
      table.confirmedAt,
    ),
    index('crypto_deposits_blocks')
      .on(table.instanceId, table.blockNumber)
      .where(sql`${table.status} <> 'pending' AND ${table.confirmations} > 0`),
    index('crypto_deposits_status').on(table.status, table.id),
    index('crypto_deposits_created_at').on(table.instanceId, table.createdAt),
    check('crypto_deposits_amount', sql`${table.amountWei} >= 0`),
    check(
      'crypto_deposits_claimed',
      sql`(${table.txHash} IS NULL) = (${table.claimedWei} IS NULL)`,
    ),
    check(
      'crypto_deposits_coins',
      sql`${table.coins} BETWEEN 0 AND 9007199254740991`,
    ),
    check(
      'crypto_deposits_confirmed',
      sql`(${table.status} = 'confirmed') <= (${table.confirmedAt} IS NOT NULL AND ${table.coins} > 0)`,
    ),
    check('crypto_deposits_absorbed', sql`${table.absorbed} >= 0`),
    check(
      'crypto_deposits_traced',
      sql`${table.txHash} IS NOT NULL OR ${table.fromBlock} IS NOT NULL`,
    ),
  ],
)

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
