import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  json,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'

/**
 * A player: who they are, what they have, and where their play stands. The
 * last three columns guard every bet: see the rounds feature's store.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    username: text().notNull(),
    /** An argon2id hash in PHC form. */
    password: text().notNull(),
    /** Whole coins. */
    balance: bigint({ mode: 'number' }).notNull().default(1_000),
    role: text({ enum: ['player', 'operator'] })
      .notNull()
      .default('player'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    walletAddress: text(),
    walletCreatedAt: timestamp({ withTimezone: true }),
    /** The next round's nonce: rounds started so far. */
    nonce: bigint({ mode: 'number' }).notNull().default(0),
    /** The latest transaction's seq: movements so far. */
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** Counts changes to what a bet is decided from, other than bets. */
    seatVersion: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('users_username_key').on(
      sql`lower(normalize(${table.username}, NFKC))`,
    ),
    check(
      'users_balance_range',
      sql`${table.balance} BETWEEN 0 AND 9007199254740991`,
    ),
  ],
)

/** What connect-pg-simple keeps. */
export const sessions = pgTable(
  'session',
  {
    sid: varchar().primaryKey(),
    sess: json().notNull(),
    expire: timestamp({ precision: 6 }).notNull(),
  },
  (table) => [index('session_expire').on(table.expire)],
)

/** What rate-limiter-flexible keeps: failed logins by account and network, and where accounts are at home. */
export const loginFailures = pgTable('login_failures', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Epoch milliseconds; null never expires. */
  expire: bigint({ mode: 'number' }),
})
