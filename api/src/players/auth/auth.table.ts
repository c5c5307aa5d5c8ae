import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { Address } from 'viem'
import { SECURITY_NOTICES } from '#core/api/sign-in-methods.ts'

/**
 * A player: who they are, what they have, and where their play stands. Nonce,
 * seq and snapshot version guard every bet: see the bet engine's store.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    username: text().notNull(),
    /** An argon2id hash in PHC form, or what no password hashes to. */
    password: text().notNull(),
    /**
     * Incremented when a sign-in method is replaced or removed. Sessions are
     * stored only if the version is still the one that the sign-in was checked
     * against.
     */
    signInVersion: integer().notNull().default(0),
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
    /** The latest transaction's seq: transactions so far. */
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** Counts changes to what a bet is decided from, other than bets. */
    snapshotVersion: integer().notNull().default(0),
    /**
     * The UTC day of the player's last move, in days since the start of 1970.
     */
    playDay: integer().notNull().default(0),
    /** Coins that went into rounds, and came out of them, on that day. */
    stakedToday: bigint({ mode: 'number' }).notNull().default(0),
    paidToday: bigint({ mode: 'number' }).notNull().default(0),
    /** When the player gave the account up; nothing opens it since. */
    closedAt: timestamp({ withTimezone: true }),
    /** Since when an operator keeps the player out, and why. */
    frozenAt: timestamp({ withTimezone: true }),
    frozenReason: text(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(
      sql`lower(normalize(${table.username}, NFKC))`,
    ),
    index('users_last_bet').on(table.playDay, table.id),
    index('users_in_a_state')
      .on(table.id)
      .where(
        sql`${table.frozenAt} IS NOT NULL OR ${table.closedAt} IS NOT NULL OR ${table.role} = 'operator'`,
      ),
    check(
      'users_balance_range',
      sql`${table.balance} BETWEEN 0 AND 9007199254740991`,
    ),
    check(
      'users_frozen_for_a_reason',
      sql`(${table.frozenAt} IS NULL) = (${table.frozenReason} IS NULL)`,
    ),
  ],
)

/**
 * The browser wallet that signs in to an account: one each, and never two
 * accounts for one. It is not the wallet that deposits are paid to.
 */
export const signInWallets = pgTable('sign_in_wallets', {
  /** With the checksum of EIP-55. */
  address: text().$type<Address>().primaryKey(),
  userId: uuid().notNull().unique('sign_in_wallets_user'),
  linkedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** Notices to owners about changes to their sign-in methods. */
export const securityNotices = pgTable(
  'security_notices',
  {
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    kind: text({ enum: SECURITY_NOTICES }).notNull(),
    wallet: text().$type<Address>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('security_notices_user').on(table.userId, table.id)],
)

/** Nonces given out for a signature and not yet used. */
export const siweNonces = pgTable(
  'siwe_nonces',
  {
    nonce: text().primaryKey(),
    /** A digest of the secret that the browser keeps as a cookie. */
    holder: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('siwe_nonces_expires_at').on(table.expiresAt)],
)

/**
 * Rows of rate-limiter-flexible: failed logins by account and network, and
 * where accounts are at home.
 */
export const loginFailures = pgTable('login_failures', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Epoch milliseconds; null never expires. */
  expire: bigint({ mode: 'number' }),
})
