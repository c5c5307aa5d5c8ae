import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { Address, Hash, Hex } from 'viem'
import { wei } from '../../db/columns.ts'

/**
 * Transactions of the operator account. `queued` has no nonce yet; `sent` may be
 * in any node's pool; `mined` can still be reorged out; `final` and `failed` are
 * finalized.
 */
export const outboxTransactions = pgTable(
  'outbox_transactions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    instanceId: integer().notNull(),
    /**
     * `fund_gas` pays a wallet the gas of its own transaction; `anchor` stores a
     * root of commitments; `rotate_owner` transfers contracts to another owner;
     * `fill_nonce` fills a gap in the nonces.
     */
    purpose: text({
      enum: [
        'register_wallets',
        'anchor',
        'fund_gas',
        'faucet',
        'rotate_owner',
        'fill_nonce',
      ],
    }).notNull(),
    to: text().$type<Address>().notNull(),
    data: text().$type<Hex>().notNull(),
    value: wei().notNull().default(sql`0`),
    status: text({ enum: ['queued', 'sent', 'mined', 'final', 'failed'] })
      .notNull()
      .default('queued'),
    sender: text().$type<Address>(),
    nonce: integer(),
    gas: bigint({ mode: 'bigint' }),
    blockNumber: bigint({ mode: 'bigint' }),
    blockHash: text().$type<Hash>(),
    problem: text({ enum: ['no_gas', 'refused', 'fees_too_high'] }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('outbox_transactions_nonce').on(
      table.instanceId,
      table.sender,
      table.nonce,
    ),
    index('outbox_transactions_status').on(table.instanceId, table.status),
    index('outbox_transactions_paid')
      .on(table.instanceId, table.to)
      .where(sql`${table.value} > 0`),
  ],
)

/**
 * Signed attempts of an outbox transaction, stored before they are sent: one
 * nonce with rising fees, of which one is mined.
 */
export const outboxAttempts = pgTable(
  'outbox_attempts',
  {
    hash: text().$type<Hash>().primaryKey(),
    transactionId: bigint({ mode: 'number' }).notNull(),
    raw: text().$type<Hex>().notNull(),
    maxFeePerGas: wei().notNull(),
    maxPriorityFeePerGas: wei().notNull(),
    signedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('outbox_attempts_transaction').on(table.transactionId)],
)
