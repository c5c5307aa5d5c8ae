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

/** Closed days with their liabilities and digests. Append-only, like leaves. */
export const auditDays = pgTable(
  'audit_days',
  {
    /** Counts from 1, without gaps. */
    number: integer().primaryKey(),
    /** Format version, see docs/audit.md; version 1 is displayed but not checked. */
    version: smallint().notNull().default(1),
    endedAt: timestamp({ withTimezone: true }).notNull(),
    closedAt: timestamp({ withTimezone: true }).notNull(),
    /** Root hash of the liabilities tree, 64 hex characters. */
    root: text().notNull(),
    /** Coins owed to all players, including open stakes. */
    sum: big().notNull(),
    /** In coins. */
    jackpot: big().notNull().default(0),
    players: integer().notNull(),
    /** The digest of the day before. */
    previous: text().notNull(),
    /** Number of rows in all logs: transactions, rounds and bet terms. */
    count: big().notNull(),
    /** Set for days of version 1 only. */
    firstId: uuid(),
    lastId: uuid(),
    entries: text(),
    digest: text().notNull(),
  },
  (table) => [unique('audit_days_ended_at').on(table.endedAt)],
)

/** Leaves of closed days, one per player. */
export const auditLeaves = pgTable(
  'audit_leaves',
  {
    number: integer().notNull(),
    player: uuid().notNull(),
    /** 32 random bytes that hide the balance from others. */
    nonce: bytes().notNull(),
    /** Seq of the last transaction included. */
    seq: big().notNull(),
    balance: big().notNull(),
    /** Coins in open rounds and bets. */
    staked: big().notNull().default(0),
    /** Hash of the player's log for the day; null for days of version 1. */
    log: text(),
    /** Position in the tree, from 0. */
    index: integer().notNull(),
    /** Concatenated siblings, 40 bytes each. */
    path: bytes().notNull(),
    /** Rounds still open; they are logged on the day they end. */
    openRounds: uuid().array().notNull(),
    /** First 8 bytes of each row's hash, which identify a changed row. */
    marks: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.number, table.player] })],
)
