import { type SQLWrapper, sql } from 'drizzle-orm'
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
 * Players, with balances and the state of their play. Nonce, seq and snapshot
 * version guard every bet: see the bet engine's store.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    username: text().notNull(),
    /** Argon2id hash in PHC format, or `NO_PASSWORD`. */
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
    /** Nonce of the next round: number of rounds so far. */
    nonce: bigint({ mode: 'number' }).notNull().default(0),
    /** The latest transaction's seq: transactions so far. */
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** Version of the state that bets are decided from; bets don't change it. */
    snapshotVersion: integer().notNull().default(0),
    /** UTC day of the last move, in days since 1970. */
    playDay: integer().notNull().default(0),
    /** Coins staked and paid on that day. */
    stakedToday: bigint({ mode: 'number' }).notNull().default(0),
    paidToday: bigint({ mode: 'number' }).notNull().default(0),
    /** Time when the player closed the account for good. */
    closedAt: timestamp({ withTimezone: true }),
    /** Time and reason of a freeze. */
    frozenAt: timestamp({ withTimezone: true }),
    frozenReason: text(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(normalizedName(table.username)),
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

/** Compares usernames regardless of case and Unicode form, by the unique index. */
export function hasName(username: string) {
  return sql`${normalizedName(users.username)} = ${normalizedName(sql`${username}::text`)}`
}

export function normalizedName(name: SQLWrapper) {
  return sql`lower(normalize(${name}, NFKC))`
}

/**
 * Wallets that sign in to accounts, one for each. They are not the wallets that
 * deposits are paid to.
 */
export const signInWallets = pgTable('sign_in_wallets', {
  /** With EIP-55 checksum. */
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

/** Unused nonces of sign-in messages. */
export const siweNonces = pgTable(
  'siwe_nonces',
  {
    nonce: text().primaryKey(),
    /** Digest of the secret in the browser's cookie. */
    holder: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('siwe_nonces_expires_at').on(table.expiresAt)],
)

/**
 * Rows of rate-limiter-flexible: failed logins by account and network, and the
 * networks that accounts have signed in from.
 */
export const loginFailures = pgTable('login_failures', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Epoch milliseconds; null never expires. */
  expire: bigint({ mode: 'number' }),
})
