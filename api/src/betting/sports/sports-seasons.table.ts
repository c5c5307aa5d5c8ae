import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from '../../platform/db/columns.ts'

const time = () => timestamp({ withTimezone: true })

/** Simulated seasons, the last of which goes on. */
export const sportsSeasons = pgTable('sports_seasons', {
  /** From 1. */
  number: integer().primaryKey(),
  sealedSeed: bytes().notNull(),
  /** SHA-256 of the seed's text, published from the start. */
  seedHash: text().notNull(),
  startedAt: time().notNull(),
  /** The season's clock: at this time so many ms of it had passed, */
  anchoredAt: time().notNull(),
  anchorElapsed: bigint({ mode: 'number' }).notNull(),
  /** and it has run so many times as fast since. */
  speed: integer().notNull(),
  endedAt: time(),
})
