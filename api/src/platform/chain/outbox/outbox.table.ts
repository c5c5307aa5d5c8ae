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
import { wei } from '../../db/wei.ts'

/**
 * What the operator account is to do on the chain. `queued` has no nonce yet;
 * `sent` may be in any node's pool; `mined` can still be reorganised away;
 * `final` and `failed` are done, unless the chain proves otherwise.
 */
export const outboxTransactions = pgTable(
  'outbox_transactions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    instanceId: integer().notNull(),
    /**
     * `fund_gas` brings a wallet what its own transaction will cost;
     * `anchor` stores a root of commitments; `rotate_owner`
     * gives contracts to another account; `fill_nonce` does nothing but use a
     * nonce up.
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
    /** Why it is not sent, while it is not. */
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
 * Each signing of an outbox transaction, written before it is sent: the same
 * nonce with higher and higher fees, of which the chain takes one.
 */
export const outboxAttempts = pgTable(
  'outbox_attempts',
  {
    hash: text().$type<Hash>().primaryKey(),
    transactionId: bigint({ mode: 'number' }).notNull(),
    /** Signed and serialized. */
    raw: text().$type<Hex>().notNull(),
    maxFeePerGas: wei().notNull(),
    maxPriorityFeePerGas: wei().notNull(),
    signedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('outbox_attempts_transaction').on(table.transactionId)],
)
