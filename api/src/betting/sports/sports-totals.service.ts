import { sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database } from '../../platform/db/database.ts'

const GAMES_AT_ONCE = 100

/** Bets that were won or lost, in coins. */
export type SportsSums = {
  bets: number
  hits: number
  staked: number
  paid: number
}

/** What has come of all bets together, counted game by game as they are settled. */
export class SportsTotalsService {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts the bets of games whose settled result is not counted yet. */
  async count(): Promise<void> {
    let counted = GAMES_AT_ONCE
    while (counted === GAMES_AT_ONCE) counted = await this.#countSome()
  }

  async sums(): Promise<SportsSums> {
    const { rows } = await this.#db.execute<Record<keyof SportsSums, string>>(
      sql`SELECT coalesce(sum(bets), 0) AS bets, coalesce(sum(hits), 0) AS hits,
            coalesce(sum(staked), 0) AS staked, coalesce(sum(paid), 0) AS paid
          FROM sports_totals`,
    )
    assert(rows[0] !== undefined, 'a sum is one row')
    const { bets, hits, paid, staked } = rows[0]
    return {
      bets: Number(bets),
      hits: Number(hits),
      staked: Number(staked),
      paid: Number(paid),
    }
  }

  /** @returns how many games. */
  async #countSome(): Promise<number> {
    const { rowCount } = await this.#db.execute(
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
}
