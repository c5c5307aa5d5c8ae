import {
  bigint,
  boolean,
  doublePrecision,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

const coins = () => bigint({ mode: 'number' }).notNull()

/** Finished rounds of a game together, or its jackpots; of races each as one. */
export const gameTallies = pgTable(
  'game_tallies',
  {
    gameType: text().notNull(),
    isJackpot: boolean().notNull(),
    rounds: coins(),
    hits: coins(),
    staked: coins(),
    paid: coins(),
    /** What chance alone gave players, in coins, or in jackpots. */
    luck: doublePrecision().notNull(),
    variance: doublePrecision().notNull(),
    largest: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameType, table.isJackpot] })],
)

/** Keeps how far rounds and races are in the tallies. */
export const tallyCursors = pgTable('tally_cursors', {
  source: text({ enum: ['rounds', 'races'] }).primaryKey(),
  position: jsonb().notNull(),
  countedAt: timestamp({ withTimezone: true }).notNull(),
})
