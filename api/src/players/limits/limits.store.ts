import { eq, inArray, sql } from 'drizzle-orm'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import { NO_LIMITS, type PlayerLimits } from '#core/protection/player-limits.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { playerLimits } from './limits.table.ts'

/** A player's limits, and the day's totals that they apply to. */
export type LimitsRow = { limits: PlayerLimits; day: DayOfPlay }

export class LimitsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Reads an existing player's limits. */
  async find(
    userId: string,
    on: Database | Transaction = this.#db,
  ): Promise<LimitsRow | undefined> {
    const [row] = await on
      .select({
        kept: playerLimits,
        day: sql<number>`u.play_day`,
        staked: sql`u.staked_today`.mapWith(Number),
        paid: sql`u.paid_today`.mapWith(Number),
      })
      .from(sql`users u`)
      .leftJoin(playerLimits, eq(playerLimits.userId, sql`u.id`))
      .where(eq(sql`u.id`, userId))
    if (!row) return undefined
    const { kept, ...day } = row
    return { limits: kept ? limitsOf(kept) : NO_LIMITS, day }
  }

  /** Reads limits of the players who have set any. */
  async findOfPlayers(
    userIds: readonly string[],
  ): Promise<Map<string, PlayerLimits>> {
    const rows = await this.#db
      .select()
      .from(playerLimits)
      .where(inArray(playerLimits.userId, [...userIds]))
    return new Map(rows.map((row) => [row.userId, limitsOf(row)]))
  }

  async keep(
    tx: Transaction,
    userId: string,
    limits: PlayerLimits,
  ): Promise<void> {
    const { dailyStake, dailyLoss, pending, coolOffUntilMs } = limits
    const row = {
      dailyStake,
      dailyLoss,
      pendingDailyStake: pending?.dailyStake ?? null,
      pendingDailyLoss: pending?.dailyLoss ?? null,
      pendingFrom: timeOf(pending?.fromMs),
      coolOffUntil: timeOf(coolOffUntilMs),
    }
    await tx
      .insert(playerLimits)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: playerLimits.userId, set: row })
  }
}

function limitsOf(row: typeof playerLimits.$inferSelect): PlayerLimits {
  const { dailyStake, dailyLoss, pendingFrom, coolOffUntil } = row
  const pending = pendingFrom && {
    dailyStake: row.pendingDailyStake,
    dailyLoss: row.pendingDailyLoss,
    fromMs: pendingFrom.getTime(),
  }
  const coolOffUntilMs = coolOffUntil?.getTime() ?? null
  return { dailyStake, dailyLoss, pending, coolOffUntilMs }
}

function timeOf(ms: number | null | undefined): Date | null {
  return typeof ms === 'number' ? new Date(ms) : null
}
