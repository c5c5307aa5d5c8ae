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
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { wei } from '../../platform/db/columns.ts'

/** Each time that an operator had wallets emptied: who, when and where to. */
export const sweeps = pgTable(
  'sweeps',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    instanceId: integer().notNull(),
    /** In lower case, as are all addresses and hashes. */
    treasury: text().$type<Address>().notNull(),
    /** The account on the machine where it was asked for. */
    requestedBy: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the last of its moves was final. */
    doneAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('sweeps_one_at_a_time')
      .on(table.instanceId)
      .where(sql`${table.doneAt} IS NULL`),
  ],
)

/**
 * One asset of one wallet, to be moved to the treasury by one transaction.
 * `planned` has no nonce yet; `sent` may be in any node's pool; `mined` can
 * still be reorganised away; `final`, `skipped` and `lost`, its nonce used by a
 * transaction that is not ours, are done, unless the chain proves otherwise.
 */
export const sweepMoves = pgTable(
  'sweep_moves',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sweepId: integer().notNull(),
    instanceId: integer().notNull(),
    wallet: text().$type<Address>().notNull(),
    asset: text({ enum: ASSET_SYMBOLS }).notNull(),
    /** In wei: what was there when it was planned, then what is signed. */
    amount: wei().notNull(),
    status: text({
      enum: ['planned', 'sent', 'mined', 'final', 'skipped', 'lost'],
    })
      .notNull()
      .default('planned'),
    /** Why it waits, or why it was skipped. */
    problem: text({
      enum: [
        'needs_gas',
        'fees_too_high',
        'not_worth_it',
        'wrong_treasury',
        'refused',
      ],
    }),
    /** The last outbox transaction that brought the wallet gas for it. */
    fundingId: bigint({ mode: 'number' }),
    nonce: integer(),
    gas: bigint({ mode: 'bigint' }),
    /** Of the attempt that the chain took, like all below. */
    txHash: text().$type<Hash>(),
    /** Of what is lost the final block by which it was. */
    blockNumber: bigint({ mode: 'bigint' }),
    blockHash: text().$type<Hash>(),
    /** In wei: what the wallet paid for it. */
    fee: wei(),
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
 * Each signing of a move, written before it is sent: the same nonce with
 * higher and higher fees, of which the chain takes one.
 */
export const sweepAttempts = pgTable(
  'sweep_attempts',
  {
    hash: text().$type<Hash>().primaryKey(),
    moveId: bigint({ mode: 'number' }).notNull(),
    /** Signed and serialized. */
    raw: text().$type<Hex>().notNull(),
    amount: wei().notNull(),
    maxFeePerGas: wei().notNull(),
    maxPriorityFeePerGas: wei().notNull(),
    signedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('sweep_attempts_move').on(table.moveId)],
)
