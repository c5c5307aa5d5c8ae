import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { time, whole } from '../../platform/db/columns.ts'

/** Players who have ever joined the leaderboard. */
export const leaderboardPlayers = pgTable('leaderboard_players', (t) => ({
  userId: t.uuid().primaryKey(),
  isShown: t.boolean().notNull(),
  /** Bets count whose transactions follow this one. */
  joinedSeq: whole().notNull(),
  countedSeq: whole().notNull(),
}))

export type Winner = {
  userId: string
  /** Counted stakes and payouts of the week, in coins. */
  stake: number
  payout: number
  coins: number
  /** Id of the ledger transaction; unused when `coins` is 0. */
  transactionId: string
}

/** Paid prizes of each week, first place first. Append-only. */
export const leaderboardPrizes = pgTable('leaderboard_prizes', (t) => ({
  /** Monday of the week, in UTC. */
  week: t.date().primaryKey(),
  paidAt: time().notNull().defaultNow(),
  winners: t.jsonb().$type<Winner[]>().notNull(),
}))

/** Stakes and payouts of a player's week, in coins. */
export const leaderboardWeeks = pgTable(
  'leaderboard_weeks',
  (t) => ({
    /** Monday of the week, in UTC. */
    week: t.date().notNull(),
    userId: t.uuid().notNull(),
    stake: whole().notNull().default(0),
    payout: whole().notNull().default(0),
    /** Bet with the best multiple; null while none has paid. */
    bestBetId: t.uuid(),
    bestGameType: t.text(),
    bestStake: whole(),
    bestPayout: whole(),
  }),
  (table) => [
    primaryKey({ columns: [table.week, table.userId] }),
    check('leaderboard_weeks_stake', sql`${table.stake} >= 0`),
  ],
)
