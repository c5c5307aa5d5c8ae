import {
  bigint,
  doublePrecision,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'

const total = () => bigint({ mode: 'number' }).notNull()

/**
 * Finished rounds of each game together, one row per partition so that no row is
 * hot. The commit of a batch adds its rounds. Amounts in coins.
 */
export const gameTotals = pgTable(
  'game_totals',
  {
    partition: smallint().notNull(),
    gameType: text().notNull(),
    rounds: total(),
    /** First stakes, without those that a later step added. */
    bets: total(),
    staked: total(),
    betSquares: doublePrecision().notNull(),
    largestBet: total(),
    /** Rounds with a payout. Like the payouts below without jackpots. */
    hits: total(),
    paid: total(),
    paidSquares: doublePrecision().notNull(),
    largestPaid: total(),
    /** Tickets of the jackpot's draw that would have won, of a million a round. */
    jackpotTickets: total(),
    jackpotHits: total(),
    jackpotPaid: total(),
  },
  (table) => [primaryKey({ columns: [table.partition, table.gameType] })],
)
