import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const whole = () => bigint({ mode: 'number' })

/** Players who have ever joined the leaderboard. */
export const leaderboardPlayers = pgTable('leaderboard_players', {
  userId: uuid().primaryKey(),
  /** True while they take part. */
  isShown: boolean().notNull(),
  /** Bets count whose transactions follow this one. */
  joinedSeq: whole().notNull(),
  /** Last counted transaction. */
  countedSeq: whole().notNull(),
})

/** A place of a week that won a prize. */
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
export const leaderboardPrizes = pgTable('leaderboard_prizes', {
  /** Monday of the week, in UTC. */
  week: date().primaryKey(),
  paidAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  winners: jsonb().$type<Winner[]>().notNull(),
})

/** Stakes and payouts of a player's week, in coins. */
export const leaderboardWeeks = pgTable(
  'leaderboard_weeks',
  {
    /** Monday of the week, in UTC. */
    week: date().notNull(),
    userId: uuid().notNull(),
    stake: whole().notNull().default(0),
    payout: whole().notNull().default(0),
    /** Bet with the best multiple; null while none has paid. */
    bestBetId: uuid(),
    bestGameType: text(),
    bestStake: whole(),
    bestPayout: whole(),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.userId] }),
    check('leaderboard_weeks_stake', sql`${table.stake} >= 0`),
  ],
)
