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
import { bytes } from '../../platform/db/columns.ts'

/**
 * Seed lineages. The first begins with the database; each settled restore
 * begins another, with new stream keys. High-water marks refer to a lineage by
 * its id. Append-only.
 */
export const seedLineages = pgTable('seed_lineages', {
  id: uuid().primaryKey().defaultRandom(),
  /** First epoch of the lineage. */
  firstEpoch: integer().notNull().unique('seed_lineages_first_epoch'),
  startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Reason shown to players; null for the first lineage. */
  reason: text(),
})

/**
 * Secrets that players' server seeds derive from. Each lineage replaces them,
 * from its first epoch on.
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

/** Published roots over 1024 commitments each. Append-only. */
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

/** Client seeds; the latest of an epoch counts. Append-only. */
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
