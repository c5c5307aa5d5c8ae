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

/** Each player's secret, from which all their server seeds follow. */
export const streamKeys = pgTable('stream_keys', {
  userId: uuid().primaryKey(),
  /** 32 bytes, sealed under the master key. */
  sealedKey: bytes().notNull(),
})

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
