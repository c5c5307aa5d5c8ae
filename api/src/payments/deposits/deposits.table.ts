import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Address, Hash } from 'viem'
import type { DepositStatus } from '#core/api/wallet.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { DepositCause } from '#core/deposits/deposit-cause.ts'
import { wei } from '../../platform/db/columns.ts'

/**
 * Payments to players' wallets. A row is one payment wherever it is included:
 * a reorganisation moves it to another block, and never makes it two.
 */
export const cryptoDeposits = pgTable(
  'crypto_deposits',
  {
    id: uuid().primaryKey(),
    instanceId: integer().notNull(),
    userId: uuid().notNull(),
    /** In lower case, as are all addresses and hashes. */
    wallet: text().$type<Address>().notNull(),
    cryptoType: text({ enum: ASSET_SYMBOLS }).notNull(),
    /** Null when no single transaction explains what arrived. */
    txHash: text().$type<Hash>(),
    /** Counts the transaction's payments to this wallet in this asset. */
    ordinal: integer().notNull().default(0),
    /** What has arrived, in wei: 0 of what its transaction only claims. */
    amount: wei().notNull(),
    /**
     * What its transaction says, in wei: more where a token kept a part. Null
     * when there is none.
     */
    claimed: wei(),
    sender: text().$type<Address>(),
    /** Where it was last seen, or the end of the blocks it arrived in. */
    blockNumber: bigint({ mode: 'number' }).notNull(),
    blockHash: text().$type<Hash>().notNull(),
    /** The first of the blocks it arrived in, when no transaction says. */
    fromBlock: bigint({ mode: 'number' }),
    confirmations: smallint().notNull().default(0),
    /** The rate it was taken at: coins for 10^18 wei. */
    coinsPerUnit: integer().notNull(),
    /** What it brings, or brought; 0 when nothing. */
    coins: bigint({ mode: 'number' }).notNull(),
    /**
     * Coins that reversals found no longer there, and the house still bears.
     */
    absorbed: bigint({ mode: 'number' }).notNull().default(0),
    status: text().$type<DepositStatus>().notNull().default('pending'),
    /** Why it waits or brings nothing. */
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
    check('crypto_deposits_amount', sql`${table.amount} >= 0`),
    check(
      'crypto_deposits_claimed',
      sql`(${table.txHash} IS NULL) = (${table.claimed} IS NULL)`,
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
