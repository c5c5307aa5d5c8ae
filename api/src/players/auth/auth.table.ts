import { type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Address } from 'viem'
import { SECURITY_NOTICES } from '#core/api/sign-in-methods.ts'
import { time, whole } from '../../platform/db/columns.ts'

/**
 * Players, with balances and the state of their play. Nonce, seq and snapshot
 * version guard every bet.
 */
export const users = pgTable(
  'users',
  (t) => ({
    id: t.uuid().primaryKey(),
    username: t.text().notNull(),
    /** Argon2id hash in PHC format, or `NO_PASSWORD`. */
    password: t.text().notNull(),
    /** Voids pending sign-ins: counts replaced and removed sign-in methods. */
    signInVersion: t.integer().notNull().default(0),
    balance: whole().notNull().default(1_000),
    role: t
      .text({ enum: ['player', 'operator'] })
      .notNull()
      .default('player'),
    createdAt: time().notNull().defaultNow(),
    walletAddress: t.text(),
    walletCreatedAt: time(),
    /** Nonce of the next round: number of rounds so far. */
    nonce: whole().notNull().default(0),
    /** The latest transaction's seq: transactions so far. */
    seq: whole().notNull().default(0),
    /** Version of the state that bets are decided from; bets don't change it. */
    snapshotVersion: t.integer().notNull().default(0),
    /** UTC day of the last move, in days since 1970. */
    playDay: t.integer().notNull().default(0),
    /** Coins staked and paid on that day. */
    stakedToday: whole().notNull().default(0),
    paidToday: whole().notNull().default(0),
    /** Time when the player closed the account for good. */
    closedAt: time(),
    /** Time and reason of a freeze. */
    frozenAt: time(),
    frozenReason: t.text(),
  }),
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

/** Wallets that sign in to accounts; not those that deposits are paid to. */
export const signInWallets = pgTable('sign_in_wallets', (t) => ({
  /** With EIP-55 checksum. */
  address: t.text().$type<Address>().primaryKey(),
  userId: t.uuid().notNull().unique('sign_in_wallets_user'),
  linkedAt: time().notNull().defaultNow(),
}))

export const securityNotices = pgTable(
  'security_notices',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: t.uuid().notNull(),
    kind: t.text({ enum: SECURITY_NOTICES }).notNull(),
    wallet: t.text().$type<Address>(),
    createdAt: time().notNull(),
  }),
  (table) => [index('security_notices_user').on(table.userId, table.id)],
)

export const siweNonces = pgTable(
  'siwe_nonces',
  (t) => ({
    nonce: t.text().primaryKey(),
    /** Digest of the secret in the browser's cookie. */
    holder: t.text().notNull(),
    expiresAt: time().notNull(),
  }),
  (table) => [index('siwe_nonces_expires_at').on(table.expiresAt)],
)

/** Rows of rate-limiter-flexible: failed logins and known networks. */
export const loginFailures = pgTable('login_failures', (t) => ({
  key: t.varchar({ length: 255 }).primaryKey(),
  points: t.integer().notNull().default(0),
  /** Epoch milliseconds; null never expires. */
  expire: whole(),
}))
