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
import type { Transaction, TransactionType } from '#core/api/history.ts'

const coins = () => bigint({ mode: 'number' }).notNull().default(0)

/** Every transaction of a player's coins. Append-only. */
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
    /** The posting that this transaction is the player's side of. */
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
 * What filters find something in a segment of a player's history, a row each,
 * and what it adds up to. An empty text stands for any type or any game. All
 * rows of a segment are written at once, segment by segment.
 */
export const historySegments = pgTable(
  'history_segments',
  {
    userId: uuid().notNull(),
    type: text().notNull(),
    gameType: text().notNull(),
    lastSeq: bigint({ mode: 'number' }).notNull(),
    /** Of the transactions that the filter finds, as is all that follows. */
    count: integer().notNull(),
    /** The sum of their amounts, in coins. */
    amount: bigint({ mode: 'number' }).notNull(),
    /** The earliest and the latest of their times. */
    firstAt: timestamp({ withTimezone: true }).notNull(),
    lastAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.userId, table.type, table.gameType, table.lastSeq],
    }),
  ],
)

/** One posting: what each account gained. Sums to zero. Append-only. */
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
 * The house's accounts and totals, one row a partition so that no row is hot;
 * what they mean is their sum. Partition 0 takes what is not a bet.
 */
export const globalStats = pgTable('global_stats', {
  id: smallint().primaryKey(),
  houseBalance: coins(),
  jackpot: coins(),
  /** What stakes have added to the pot short of a whole coin, 0 to 99. */
  jackpotHundredths: coins(),
  grantBalance: coins(),
  chainBalance: coins(),
  /** What the house keeps for rounds that are not over. */
  held: coins(),
  totalUsers: coins(),
  totalBetsPlaced: coins(),
  totalAmountWagered: coins(),
  lastUpdated: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When a process last took this partition as its own. */
  claimedAt: timestamp({ withTimezone: true }),
})

/** The first answer to a request that moved coins, for its repetitions. */
export const keptAnswers = pgTable(
  'kept_answers',
  {
    /** The request's: the same for the same player and key. */
    id: uuid().primaryKey(),
    /** Of what was asked for. */
    digest: uuid().notNull(),
    /** JSON text, still open for the balance that follows. */
    answer: text().notNull(),
    balance: bigint({ mode: 'number' }).notNull(),
    /** Of its last transaction; null where it moved no coins. */
    seq: bigint({ mode: 'number' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('kept_answers_created_at').on(table.createdAt)],
)
