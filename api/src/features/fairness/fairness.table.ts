import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes } from '../../platform/db/bytes.ts'

/**
 * What seeds are shown under: the first is as old as the database, and each
 * restored backup that was settled began another, with new stream keys. A
 * database knows by it what marks outside of it speak of. Append-only.
 */
export const seedLineages = pgTable('seed_lineages', {
  id: uuid().primaryKey().defaultRandom(),
  /** That players went on with. */
  firstEpoch: integer().notNull().unique('seed_lineages_first_epoch'),
  startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** As players are told it; null of the first. */
  reason: text(),
})

/**
 * Each player's secret, from which all their server seeds follow; another one
 * from the first epoch of each later lineage on.
 */
export const streamKeys = pgTable(
  'stream_keys',
  {
    userId: uuid().notNull(),
    fromEpoch: integer().notNull(),
    /** 32 bytes, sealed under the master key. */
    sealedKey: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fromEpoch] })],
)

/** Roots over 1024 commitments each, as they were published. Append-only. */
export const fairnessEpochs = pgTable(
  'fairness_epochs',
  {
    userId: uuid().notNull(),
    epoch: integer().notNull(),
    /** 64 hex characters. */
    root: text().notNull(),
    publishedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.epoch] })],
)

/** Every client seed ever in force. Append-only; the latest of an epoch counts. */
export const clientSeeds = pgTable(
  'client_seeds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid().notNull(),
    epoch: integer().notNull(),
    seed: text().notNull(),
    setBy: text({ enum: ['player', 'server'] }).notNull(),
    setAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('client_seeds_user').on(table.userId, table.epoch, table.id),
  ],
)
