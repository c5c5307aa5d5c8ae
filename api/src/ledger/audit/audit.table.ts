import { pgTable, primaryKey, unique } from 'drizzle-orm/pg-core'
import { bytes, time, whole } from '../../platform/db/columns.ts'

/** Closed days with their liabilities and digests. Append-only, like leaves. */
export const auditDays = pgTable(
  'audit_days',
  (t) => ({
    /** Counts from 1, without gaps. */
    number: t.integer().primaryKey(),
    /** Format version, see docs/audit.md; version 1 is displayed but not checked. */
    version: t.smallint().notNull().default(1),
    endedAt: time().notNull(),
    closedAt: time().notNull(),
    /** Root hash of the liabilities tree, 64 hex characters. */
    root: t.text().notNull(),
    /** Coins owed to all players, including open stakes. */
    sum: whole().notNull(),
    jackpot: whole().notNull().default(0),
    players: t.integer().notNull(),
    previous: t.text().notNull(),
    /** Number of rows in all logs: transactions, rounds and bet terms. */
    count: whole().notNull(),
    /** Set for days of version 1 only. */
    firstId: t.uuid(),
    lastId: t.uuid(),
    entries: t.text(),
    digest: t.text().notNull(),
  }),
  (table) => [unique('audit_days_ended_at').on(table.endedAt)],
)

export const auditLeaves = pgTable(
  'audit_leaves',
  (t) => ({
    number: t.integer().notNull(),
    player: t.uuid().notNull(),
    /** 32 random bytes that hide the balance from others. */
    nonce: bytes().notNull(),
    /** Seq of the last transaction included. */
    seq: whole().notNull(),
    balance: whole().notNull(),
    /** Coins in open rounds and bets. */
    staked: whole().notNull().default(0),
    /** Hash of the player's log for the day; null for days of version 1. */
    log: t.text(),
    /** Position in the tree, from 0. */
    index: t.integer().notNull(),
    /** Concatenated siblings, 40 bytes each. */
    path: bytes().notNull(),
    /** Rounds still open; they are logged on the day they end. */
    openRounds: t.uuid().array().notNull(),
    /** First 8 bytes of each row's hash, which identify a changed row. */
    marks: bytes().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.number, table.player] })],
)
