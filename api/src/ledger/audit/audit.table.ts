import { pgTable, primaryKey, unique } from 'drizzle-orm/pg-core'
import { bytes, time, whole } from '../../platform/db/columns.ts'

/** A player at the end of a day. */
export type PlayerBalance = {
  player: string
  /** Seq of the last transaction included. */
  seq: number
  balance: number
  /** Coins in open rounds and bets. */
  staked: number
  /** Rounds still open; they are logged on the day they end. */
  openRounds: string[]
}

/**
 * Snapshot of all players, in pages by id, until their day is published. A
 * closing that was interrupted goes on from it.
 */
export const auditSnapshots = pgTable(
  'audit_snapshots',
  (t) => ({
    number: t.integer().notNull(),
    page: t.integer().notNull(),
    endedAt: time().notNull(),
    closedAt: time().notNull(),
    jackpot: whole().notNull(),
    players: t.json().$type<PlayerBalance[]>().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.number, table.page] })],
)

/**
 * Closed days with their liabilities and digests. Append-only, like leaves and
 * subtrees, which are written before their day.
 */
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
    /** Position in the tree, from 0; null if the day has subtrees. */
    index: t.integer(),
    /** Concatenated siblings, 40 bytes each; null if the day has subtrees. */
    path: bytes(),
    /** Rounds still open; they are logged on the day they end. */
    openRounds: t.uuid().array().notNull(),
    /** First 8 bytes of each row's hash, which identify a changed row. */
    marks: bytes().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.number, table.player] })],
)

/** Trees of closed days, each node stored once. */
export const auditSubtrees = pgTable(
  'audit_subtrees',
  (t) => ({
    number: t.integer().notNull(),
    /** 0 for subtrees over leaves, 1 for those over their roots, and so on. */
    height: t.smallint().notNull(),
    /** Position among the subtrees of its height, from 0. */
    index: t.integer().notNull(),
    /** Hash of its first node. Leaves are in order of their hashes. */
    first: bytes().notNull(),
    /** Lowest nodes of the subtree, 40 bytes each. */
    nodes: bytes().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.number, table.height, table.index] }),
  ],
)
