import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type {
  AnyGameType,
  Transaction,
  TransactionType,
} from '#core/api/history.ts'
import { bytes, time, whole } from '../platform/db/columns.ts'

/** Ledger transactions of players. Append-only. */
export const transactions = pgTable(
  'transactions',
  (t) => ({
    userId: t.uuid().notNull(),
    /** Counts the player's transactions from 1, without gaps. */
    seq: whole().notNull(),
    id: t.uuid().notNull(),
    type: t.text().$type<TransactionType>().notNull(),
    gameType: t.text(),
    amount: whole().notNull(),
    balanceAfter: whole().notNull(),
    /** The posting; this row is its player's side. */
    batchId: whole().notNull(),
    timestamp: time().notNull().defaultNow(),
    metadata: t.jsonb().$type<NonNullable<Transaction['metadata']>>(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    check('transactions_balance_range', sql`${table.balanceAfter} >= 0`),
  ],
)

/**
 * Sums over segments of long histories, one row per segment and filter. An
 * empty text matches any type or any game.
 */
export const historySegments = pgTable(
  'history_segments',
  (t) => ({
    userId: t.uuid().notNull(),
    type: t.text().notNull(),
    gameType: t.text().notNull(),
    lastSeq: whole().notNull(),
    /** Number of matching transactions. */
    count: t.integer().notNull(),
    /** Sum of their amounts, in coins. */
    amount: whole().notNull(),
    firstAt: time().notNull(),
    lastAt: time().notNull(),
  }),
  (table) => [
    primaryKey({
      columns: [table.userId, table.type, table.gameType, table.lastSeq],
    }),
  ],
)

/** Postings: the change of each account, in coins. Sums to zero. Append-only. */
export const batches = pgTable(
  'batches',
  (t) => ({
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    partition: t.smallint().notNull(),
    players: whole().notNull().default(0),
    house: whole().notNull().default(0),
    jackpot: whole().notNull().default(0),
    grants: whole().notNull().default(0),
    chain: whole().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
  }),
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
 * House accounts and totals, split into partitions so that no row is hot.
 * Partition 0 takes everything but bets on rounds.
 */
export const globalStats = pgTable('global_stats', (t) => ({
  id: t.smallint().primaryKey(),
  houseBalance: whole().notNull().default(0),
  jackpot: whole().notNull().default(0),
  /** Fraction of a coin in the jackpot, 0 to 99. */
  jackpotHundredths: whole().notNull().default(0),
  grantBalance: whole().notNull().default(0),
  chainBalance: whole().notNull().default(0),
  /** Payouts reserved for open rounds, stakes and races. */
  held: whole().notNull().default(0),
  totalUsers: whole().notNull().default(0),
  totalBetsPlaced: whole().notNull().default(0),
  totalAmountWagered: whole().notNull().default(0),
  lastUpdated: time().notNull().defaultNow(),
  /** When a process last claimed this partition. */
  claimedAt: time(),
}))

/** Responses to requests that moved coins, replayed for repeated requests. */
export const keptAnswers = pgTable(
  'kept_answers',
  (t) => ({
    /** Derived from player and idempotency key. */
    id: t.uuid().primaryKey(),
    /** Digest of the request. */
    digest: t.uuid().notNull(),
    /** JSON text up to the balance, which is appended. */
    answer: t.text().notNull(),
    balance: whole().notNull(),
    /** Seq of its last transaction; null if no coins moved. */
    seq: whole(),
    createdAt: time().notNull().defaultNow(),
  }),
  (table) => [index('kept_answers_created_at').on(table.createdAt)],
)

/** Stakes that are settled later, such as sports bets. Open until `paid` is set. */
export const stakes = pgTable(
  'stakes',
  (t) => ({
    /** The id of its `bet` transaction. */
    id: t.uuid().primaryKey(),
    userId: t.uuid().notNull(),
    /** The seq of its `bet` transaction. */
    seq: whole().notNull(),
    gameType: t.text().$type<AnyGameType>().notNull(),
    stake: whole().notNull(),
    /** Largest payout in coins, reserved while the stake is open. */
    reserved: whole().notNull(),
    /** Coins paid to the player so far, less those reversed; null while open. */
    paid: whole(),
    placedAt: time().notNull().defaultNow(),
  }),
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

/** Receipt signing keys; the newest one signs. Append-only but for new seals. */
export const receiptKeys = pgTable('receipt_keys', (t) => ({
  /** Counts from 1. */
  number: t.integer().primaryKey(),
  /** Ed25519, 64 hex characters. */
  publicKey: t.text().notNull().unique('receipt_keys_public_key'),
  /** The 32-byte private key, sealed under the master keys. */
  sealedKey: bytes().notNull(),
  createdAt: time().notNull().defaultNow(),
}))
