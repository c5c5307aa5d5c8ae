import { and, eq, gt, type SQLWrapper, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database } from '../platform/db/database.ts'
import { gameTotals } from './engine/rounds.table.ts'
import { races } from './races/races.table.ts'
import { sportsTotals } from './sports/sports.table.ts'

export type GameTotalsService = ReturnType<typeof openGameTotals>

/** Totals of a game's finished rounds, in coins. */
export type RoundTotals = Awaited<
  ReturnType<GameTotalsService['rounds']>
>[number]

const GAMES_AT_ONCE = 100

/** Sums up stakes and payouts by game. */
export function openGameTotals(db: Database) {
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

    /**
     * Sums up settled races with bets. Variance and largest distance from the
     * mean are those of whole races over their four possible winners, because
     * one draw decides all bets on a race.
     */
    async races() {
      const mean = sql`(SELECT avg(pool) FROM unnest(${races.pools}) AS pool)`
      const [row] = await db
        .select({
          rounds: sql`count(*)`.mapWith(Number),
          hits: sql`count(*) FILTER (WHERE ${races.paid} > 0)`.mapWith(Number),
          staked: total(races.staked),
          paid: total(races.paid),
          variance: total(
            sql`(SELECT var_pop(pool) FROM unnest(${races.pools}) AS pool)`,
          ),
          largest: most(
            sql`(SELECT max(abs(pool - ${mean})) FROM unnest(${races.pools}) AS pool)`,
          ),
        })
        .from(races)
        .where(and(eq(races.status, 'settled'), gt(races.bets, 0)))
      assert(row !== undefined, 'a sum is one row')
      return row
    },

    /** Sums up won and lost sports bets. */
    async sports() {
      while ((await addSettledGames(db)) === GAMES_AT_ONCE) {}
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

/** Adds the bets of games that were settled or corrected since. */
async function addSettledGames(db: Database): Promise<number> {
  const { rowCount } = await db.execute(
    sql`INSERT INTO sports_totals AS total (game_id, version, bets, hits, staked, paid)
        SELECT game.id, game.settled_version, count(bet.id),
          count(bet.id) FILTER (WHERE bet.payout > 0),
          coalesce(sum(bet.bet_amount), 0), coalesce(sum(bet.payout), 0)
        FROM (
          SELECT id, settled_version FROM sports_games
          LEFT JOIN sports_totals ON game_id = id
          WHERE settled_version > 0 AND settled_version IS DISTINCT FROM version
          LIMIT ${GAMES_AT_ONCE}
        ) AS game
        LEFT JOIN sports_bets AS bet
          ON bet.game_id = game.id AND bet.status IN ('won', 'lost')
        GROUP BY game.id, game.settled_version
        ON CONFLICT (game_id) DO UPDATE SET version = excluded.version,
          bets = excluded.bets, hits = excluded.hits,
          staked = excluded.staked, paid = excluded.paid`,
  )
  return rowCount ?? 0
}
