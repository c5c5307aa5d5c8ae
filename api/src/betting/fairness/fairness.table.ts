import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytes, time, whole } from '../../platform/db/columns.ts'

/**
 * Seed lineages. The first begins with the database; each settled restore
 * begins another, with new stream keys. High-water marks refer to a lineage by
 * its id. Append-only.
 */
export const seedLineages = pgTable('seed_lineages', (t) => ({
  id: t.uuid().primaryKey().defaultRandom(),
  /** First epoch of the lineage. */
  firstEpoch: t.integer().notNull().unique('seed_lineages_first_epoch'),
  startedAt: time().notNull().defaultNow(),
  /** Reason shown to players; null for the first lineage. */
  reason: t.text(),
}))

/**
 * Secrets of players' server seeds; each lineage replaces them from its start.
 */
export const streamKeys = pgTable(
  'stream_keys',
  (t) => ({
    userId: t.uuid().notNull(),
    fromEpoch: t.integer().notNull(),
    /** 32 bytes, sealed under the master key. */
    sealedKey: bytes().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.fromEpoch] })],
)

/** Published roots over 1024 commitments each. Append-only. */
export const fairnessEpochs = pgTable(
  'fairness_epochs',
  (t) => ({
    userId: t.uuid().notNull(),
    epoch: t.integer().notNull(),
    /** 64 hex characters. */
    root: t.text().notNull(),
    publishedAt: time().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.epoch] })],
)

/** Client seeds; the latest of an epoch counts. Append-only. */
export const clientSeeds = pgTable(
  'client_seeds',
  (t) => ({
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    userId: t.uuid().notNull(),
    epoch: t.integer().notNull(),
    seed: t.text().notNull(),
    setBy: t.text({ enum: ['player', 'server'] }).notNull(),
    setAt: time().notNull(),
  }),
  (table) => [
    index('client_seeds_user').on(table.userId, table.epoch, table.id),
  ],
)
