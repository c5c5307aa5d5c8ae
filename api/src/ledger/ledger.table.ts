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
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  AnyGameType,
  Transaction,
  TransactionType,
} from '#core/api/history.ts'
import { bytes } from '../platform/db/columns.ts'

const coins = () => bigint({ mode: 'number' }).notNull().default(0)

/** Ledger transactions of players. Append-only. */
export const transactions = pgTable(
  'transactions',
  {
    userId: uuid().notNull(),
    /** Counts the player's transactions from 1, without gaps. */
    seq: bigint({ mode: 'number' }).notNull(),
    id: uuid().notNull(),
    type: text().$type<TransactionType>().notNull(),
    gameType: text(),
    amount: bigint({ mode: 'number' }).notNull(),
    balanceAfter: bigint({ mode: 'number' }).notNull(),
    /** The posting; this row is its player's side. */
    batchId: bigint({ mode: 'number' }).notNull(),
    timestamp: timestamp({ withTimezone: true }).notNull().defaultNow(),
    metadata: jsonb().$type<NonNullable<Transaction['metadata']>>(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    check('transactions_balance_range', sql`${table.balanceAfter} >= 0`),
  ],
)

/**
 * Sums over segments of players' histories, one row per segment and filter, so
 * that filters and summaries of long histories stay fast. An empty text matches
 * any type or any game. All rows of a segment are written at once, oldest
 * segment first.
 */
export const historySegments = pgTable(
  'history_segments',
  {
    userId: uuid().notNull(),
    type: text().notNull(),
    gameType: text().notNull(),
    lastSeq: bigint({ mode: 'number' }).notNull(),
    /** Number of matching transactions. */
    count: integer().notNull(),
    /** Sum of their amounts, in coins. */
    amount: bigint({ mode: 'number' }).notNull(),
    firstAt: timestamp({ withTimezone: true }).notNull(),
    lastAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.userId, table.type, table.gameType, table.lastSeq],
    }),
  ],
)

/** Postings: the change of each account, in coins. Sums to zero. Append-only. */
export const batches = pgTable(
  'batches',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    partition: smallint().notNull(),
    players: coins(),
    house: coins(),
    jackpot: coins(),
    grants: coins(),
    chain: coins(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('batches_refills')
      .on(table.createdAt, table.house)
      .where(
        sql`${table.house} > 0 AND ${table.grants} < 0 AND ${table.jackpot} = 0`,
      ),
    check(
      'batches_sum_to_zero',
      sql`${table.players} + ${table.house} + ${table.jackpot} + ${table.grants} + ${table.chain} = 0`,
    ),
  ],
)

/**
 * House accounts and totals, split into partitions so that no row is hot; the
 * sum over all rows counts. Partition 0 takes everything but bets on rounds.
 */
export const globalStats = pgTable('global_stats', {
  id: smallint().primaryKey(),
  houseBalance: coins(),
  jackpot: coins(),
  /** Fraction of a coin in the jackpot, 0 to 99. */
  jackpotHundredths: coins(),
  grantBalance: coins(),
  chainBalance: coins(),
  /** Payouts reserved for open rounds, stakes and races. */
  held: coins(),
  totalUsers: coins(),
  totalBetsPlaced: coins(),
  totalAmountWagered: coins(),
  lastUpdated: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When a process last claimed this partition. */
  claimedAt: timestamp({ withTimezone: true }),
})

/** Responses to requests that moved coins, replayed for repeated requests. */
export const keptAnswers = pgTable(
  'kept_answers',
  {
    /** Derived from player and idempotency key. */
    id: uuid().primaryKey(),
    /** Digest of the request. */
    digest: uuid().notNull(),
    /** JSON text up to the balance, which is appended. */
    answer: text().notNull(),
    balance: bigint({ mode: 'number' }).notNull(),
    /** Seq of its last transaction; null if no coins moved. */
    seq: bigint({ mode: 'number' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('kept_answers_created_at').on(table.createdAt)],
)

/** Stakes that are settled later, such as sports bets. Open until `paid` is set. */
export const stakes = pgTable(
  'stakes',
  {
    /** The id of its `bet` transaction. */
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    /** The seq of its `bet` transaction. */
    seq: bigint({ mode: 'number' }).notNull(),
    gameType: text().$type<AnyGameType>().notNull(),
    stake: bigint({ mode: 'number' }).notNull(),
    /** Largest payout in coins, reserved while the stake is open. */
    reserved: bigint({ mode: 'number' }).notNull(),
    /** Coins paid to the player so far, less those reversed; null while open. */
    paid: bigint({ mode: 'number' }),
    placedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('stakes_open')
      .on(table.gameType, table.userId)
      .where(sql`${table.paid} IS NULL`),
    check(
      'stakes_range',
      sql`${table.stake} > 0 AND ${table.reserved} >= ${table.stake} AND ${table.paid} >= 0`,
    ),
  ],
)

/** Receipt signing keys; the newest one signs. Append-only. */
export const receiptKeys = pgTable('receipt_keys', {
  /** Counts from 1. */
  number: integer().primaryKey(),
  /** Ed25519, 64 hex characters. */
  publicKey: text().notNull().unique('receipt_keys_public_key'),
  /** The 32-byte private key, sealed under the master keys. */
  sealedKey: bytes().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
