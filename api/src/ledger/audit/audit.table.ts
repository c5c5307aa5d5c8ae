import {
  bigint,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes } from '../../platform/db/columns.ts'

const big = () => bigint({ mode: 'number' })

/**
 * Days that were closed: what was owed then, and the digest of the log up to
 * there. Append-only, as is all below.
 */
export const auditDays = pgTable(
  'audit_days',
  {
    /** Counts from 1, without gaps. */
    number: integer().primaryKey(),
    /**
     * Format version, see docs/audit.md; days of version 1 are shown without a
     * check.
     */
    version: smallint().notNull().default(1),
    /** When the day ended that was closed. */
    endedAt: timestamp({ withTimezone: true }).notNull(),
    closedAt: timestamp({ withTimezone: true }).notNull(),
    /** Of the liabilities tree, 64 hex characters. */
    root: text().notNull(),
    /** Coins owed to all players, open stakes included. */
    sum: big().notNull(),
    /** Progressive jackpot, in coins. */
    jackpot: big().notNull().default(0),
    players: integer().notNull(),
    /** The digest of the day before. */
    previous: text().notNull(),
    /**
     * Number of rows in all logs: ledger transactions, rounds and bet terms.
     */
    count: big().notNull(),
    /** Set for days of version 1 only. */
    firstId: uuid(),
    lastId: uuid(),
    entries: text(),
    digest: text().notNull(),
  },
  (table) => [unique('audit_days_ended_at').on(table.endedAt)],
)

/** What a closed day says of one player. */
export const auditLeaves = pgTable(
  'audit_leaves',
  {
    number: integer().notNull(),
    player: uuid().notNull(),
    /** 32 bytes of chance that hide the balance from everybody else. */
    nonce: bytes().notNull(),
    /** The player's last ledger transaction that counted. */
    seq: big().notNull(),
    balance: big().notNull(),
    /** Coins in open rounds and bets. */
    staked: big().notNull().default(0),
    /** Hash of the player's log for the day; null for days of version 1. */
    log: text(),
    /** Its place in the tree, from 0. */
    index: integer().notNull(),
    /** The siblings one after the other, 40 bytes each. */
    path: bytes().notNull(),
    /** Rounds that were not over: they belong to the day that they end on. */
    openRounds: uuid().array().notNull(),
    /** The first 8 bytes of each entry's hash: they tell which row differs. */
    marks: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.number, table.player] })],
)
