import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Address, Hash, Hex } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { wei } from '../../platform/db/columns.ts'

/** Sweeps of players' wallets into the treasury. */
export const sweeps = pgTable(
  'sweeps',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    instanceId: integer().notNull(),
    /** Lowercase, like all addresses and hashes. */
    treasury: text().$type<Address>().notNull(),
    requestedBy: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    doneAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('sweeps_one_at_a_time')
      .on(table.instanceId)
      .where(sql`${table.doneAt} IS NULL`),
  ],
)

/**
 * Moves of one asset of one wallet to the treasury, each by one transaction.
 * - `planned`: has no nonce yet.
 * - `sent`: signed; may be in any node's pool.
 * - `mined`: can still be reorged out.
 * - `final`, `skipped`: done.
 * - `lost`: a transaction that isn't ours has used its nonce.
 */
export const sweepMoves = pgTable(
  'sweep_moves',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sweepId: integer().notNull(),
    instanceId: integer().notNull(),
    wallet: text().$type<Address>().notNull(),
    asset: text().$type<AssetSymbol>().notNull(),
    amountWei: wei('amount').notNull(),
    status: text({
      enum: ['planned', 'sent', 'mined', 'final', 'skipped', 'lost'],
    })
      .notNull()
      .default('planned'),
    problem: text({
      enum: [
        'needs_gas',
        'fees_too_high',
        'not_worth_it',
        'wrong_treasury',
        'refused',
      ],
    }),
    /** Last outbox transaction that sent the wallet gas for it. */
    fundingId: bigint({ mode: 'number' }),
    nonce: integer(),
    gas: bigint({ mode: 'bigint' }),
    /** Hash of the mined attempt; the columns below belong to it too. */
    txHash: text().$type<Hash>(),
    /** For lost moves, a final block after the nonce was used. */
    blockNumber: bigint({ mode: 'bigint' }),
    blockHash: text().$type<Hash>(),
    feeWei: wei('fee'),
    hasSucceeded: boolean(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('sweep_moves_of_sweep').on(table.sweepId, table.wallet, table.asset),
    unique('sweep_moves_nonce').on(table.instanceId, table.wallet, table.nonce),
    index('sweep_moves_open')
      .on(table.instanceId)
      .where(sql`${table.status} IN ('planned', 'sent', 'mined')`),
    index('sweep_moves_block').on(table.instanceId, table.blockNumber),
  ],
)

/**
 * Signed transactions of a move, stored before they are sent: the same nonce
 * with increasing fees, of which one can be mined.
 */
export const sweepAttempts = pgTable(
  'sweep_attempts',
  {
    hash: text().$type<Hash>().primaryKey(),
    moveId: bigint({ mode: 'number' }).notNull(),
    raw: text().$type<Hex>().notNull(),
    amountWei: wei('amount').notNull(),
    maxFeePerGas: wei().notNull(),
    maxPriorityFeePerGas: wei().notNull(),
    signedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('sweep_attempts_move').on(table.moveId)],
)
