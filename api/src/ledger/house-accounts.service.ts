import { sql } from 'drizzle-orm'
import type { AnyGameType } from '#core/api/history.ts'
import { assert } from '#core/assert.ts'
import type { Database } from '../platform/db/database.ts'

/** Coins that the grant account gave the house, and how often. */
export type Refills = {
  count: number
  coins: number
  recentCount: number
  recentCoins: number
}

/**
 * What the house keeps, in coins: for rounds, and for all that is settled
 * later.
 */
export type Reserved = { rounds: number; later: number }

export type OpenStakes = { count: number; staked: number; reserved: number }

/** What operators ask of the house's own accounts. */
export class HouseAccountsService {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Partition 0 takes what is no round of a game. */
  async reserved(): Promise<Reserved> {
    const { rows } = await this.#db.execute<{ rounds: string; later: string }>(
      sql`SELECT coalesce(sum(held) FILTER (WHERE id <> 0), 0) AS rounds,
            coalesce(sum(held) FILTER (WHERE id = 0), 0) AS later
          FROM global_stats`,
    )
    assert(rows[0] !== undefined, 'a sum is one row')
    return { rounds: Number(rows[0].rounds), later: Number(rows[0].later) }
  }

  /** Stakes on what is decided later that are not settled. */
  async openStakes(gameType: AnyGameType): Promise<OpenStakes> {
    const { rows } = await this.#db.execute<Record<keyof OpenStakes, string>>(
      sql`SELECT count(*) AS count, coalesce(sum(stake), 0) AS staked,
            coalesce(sum(reserved), 0) AS reserved
          FROM stakes WHERE game_type = ${gameType} AND paid IS NULL`,
    )
    assert(rows[0] !== undefined, 'a sum is one row')
    const { count, reserved, staked } = rows[0]
    return {
      count: Number(count),
      staked: Number(staked),
      reserved: Number(reserved),
    }
  }

  /** Since the house opened, and since a moment. */
  async refills(since: Date): Promise<Refills> {
    const { rows } = await this.#db.execute<Record<keyof Refills, string>>(
      // Its conditions are those of the index `batches_refills`.
      sql`SELECT count(*) AS count, coalesce(sum(house), 0) AS coins,
            count(*) FILTER (WHERE is_recent) AS "recentCount",
            coalesce(sum(house) FILTER (WHERE is_recent), 0) AS "recentCoins"
          FROM (
            SELECT house, created_at >= ${since.toISOString()} AS is_recent
            FROM batches
            WHERE house > 0 AND grants < 0 AND jackpot = 0
          ) AS refill`,
    )
    assert(rows[0] !== undefined, 'a sum is one row')
    const { count, coins, recentCoins, recentCount } = rows[0]
    return {
      count: Number(count),
      coins: Number(coins),
      recentCount: Number(recentCount),
      recentCoins: Number(recentCoins),
    }
  }
}
