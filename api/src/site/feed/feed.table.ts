import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import { time, whole } from '../../platform/db/columns.ts'

/** Sample of recent bets; older ones are deleted. */
export const feedBets = pgTable(
  'feed_bets',
  (t) => ({
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    betId: t.uuid().notNull().unique('feed_bets_bet'),
    userId: t.uuid().notNull(),
    gameType: t.text().notNull(),
    stake: whole().notNull(),
    payout: whole().notNull(),
    settledAt: time().notNull().defaultNow(),
  }),
  (table) => [
    check('feed_bets_range', sql`${table.stake} > 0 AND ${table.payout} >= 0`),
  ],
)

/** Players whose bets are shown without their name. */
export const hiddenNames = pgTable('hidden_names', (t) => ({
  userId: t.uuid().primaryKey(),
  hiddenAt: time().notNull().defaultNow(),
}))
