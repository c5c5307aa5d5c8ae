import { type SQLWrapper, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database } from '../platform/db/database.ts'
import { gameTotals } from './engine/rounds.table.ts'
import { raceTotals } from './races/races.table.ts'
import { sportsTotals } from './sports/sports.table.ts'

export type GameTotalsService = ReturnType<typeof createGameTotalsService>

/** Totals of a game's finished rounds, in coins. */
export type RoundTotals = Awaited<
  ReturnType<GameTotalsService['rounds']>
>[number]

/** Sums up stakes and payouts by game. */
export function createGameTotalsService(db: Database) {
  return {
    /** Returns an entry for each game with finished rounds. */
    rounds() {
      const table = gameTotals
      return db
        .select({
          gameType: table.gameType,
          rounds: total(table.rounds),
          bets: total(table.bets),
          staked: total(table.staked),
          betSquares: total(table.betSquares),
          largestBet: most(table.largestBet),
          hits: total(table.hits),
          paid: total(table.paid),
          paidSquares: total(table.paidSquares),
          largestPaid: most(table.largestPaid),
          jackpotTickets: total(table.jackpotTickets),
          jackpotHits: total(table.jackpotHits),
          jackpotPaid: total(table.jackpotPaid),
        })
        .from(table)
        .groupBy(table.gameType)
    },

    /** Returns the sums of settled races with bets. */
    async races() {
      const [row] = await db.select().from(raceTotals)
      assert(row !== undefined, 'the totals of races are one row')
      const { races: rounds, ...sums } = row
      return { rounds, ...sums }
    },

    /** Sums up won and lost sports bets. */
    async sports() {
      const [row] = await db
        .select({
          bets: total(sportsTotals.bets),
          hits: total(sportsTotals.hits),
          staked: total(sportsTotals.staked),
          paid: total(sportsTotals.paid),
        })
        .from(sportsTotals)
      assert(row !== undefined, 'a sum is one row')
      return row
    },
  }
}

/** Sums up a column; 0 without rows. */
function total(value: SQLWrapper) {
  return sql`coalesce(sum(${value}), 0)`.mapWith(Number)
}

function most(value: SQLWrapper) {
  return sql`coalesce(max(${value}), 0)`.mapWith(Number)
}
