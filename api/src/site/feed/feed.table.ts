import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const coins = () => bigint({ mode: 'number' }).notNull()

/** Sample of recent bets; older ones are deleted. */
export const feedBets = pgTable(
  'feed_bets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    betId: uuid().notNull().unique('feed_bets_bet'),
    userId: uuid().notNull(),
    gameType: text().notNull(),
    stake: coins(),
    payout: coins(),
    settledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('feed_bets_range', sql`${table.stake} > 0 AND ${table.payout} >= 0`),
  ],
)

/** Players whose bets are shown without their name. */
export const hiddenNames = pgTable('hidden_names', {
  userId: uuid().primaryKey(),
  hiddenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
