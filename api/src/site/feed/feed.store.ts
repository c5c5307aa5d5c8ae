import { eq, sql } from 'drizzle-orm'
import type { FeedBet } from '#core/api/feed.ts'
import { coins } from '#core/money/coins.ts'
import type { PlayedBet } from '../../betting/settled-bets.ts'
import type { Database } from '../../platform/db/database.ts'
import { feedBets, hiddenNames } from './feed.table.ts'

/** Far more than a page. */
const KEPT = 500

export class FeedStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Ignores corrections of stored bets. */
  async add(bets: readonly PlayedBet[]): Promise<void> {
    await this.#db
      .insert(feedBets)
      .values([...bets])
      .onConflictDoNothing()
  }

  /** Returns the newest bets with current names, newest first. */
  async newest(limit: number): Promise<FeedBet[]> {
    const rows = await this.#db
      .select({
        id: feedBets.betId,
        player: sql<
          string | null
        >`CASE WHEN ${hiddenNames.userId} IS NULL THEN player.username END`,
        gameType: feedBets.gameType,
        stake: feedBets.stake,
        payout: feedBets.payout,
        settledAt: feedBets.settledAt,
      })
      .from(feedBets)
      .innerJoin(sql`users AS player`, eq(sql`player.id`, feedBets.userId))
      .leftJoin(hiddenNames, eq(hiddenNames.userId, feedBets.userId))
      .orderBy(sql`${feedBets.id} DESC`)
      .limit(limit)
    return rows.map((row) => ({
      ...row,
      stake: coins(row.stake),
      payout: coins(row.payout),
      settledAt: row.settledAt.toISOString(),
    }))
  }

  async deleteOld(): Promise<void> {
    await this.#db
      .delete(feedBets)
      .where(sql`${feedBets.id} <= (SELECT max(id) FROM feed_bets) - ${KEPT}`)
  }

  async isHidden(userId: string): Promise<boolean> {
    const rows = await this.#db
      .select()
      .from(hiddenNames)
      .where(eq(hiddenNames.userId, userId))
    return rows.length > 0
  }

  async hide(userId: string): Promise<void> {
    await this.#db.insert(hiddenNames).values({ userId }).onConflictDoNothing()
  }

  async show(userId: string): Promise<void> {
    await this.#db.delete(hiddenNames).where(eq(hiddenNames.userId, userId))
  }
}
