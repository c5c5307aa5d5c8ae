import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyGameType } from '#core/api/history.ts'
import type { OperatorRefills } from '#core/api/operator/overview.ts'
import { type Database, onlyRow } from '../platform/db/database.ts'
import { SHARED_PARTITION } from './ledger.store.ts'
import { batches, globalStats, stakes } from './ledger.table.ts'

/** Returns the payouts reserved for open rounds and for later settlements, in coins. */
export async function reservedPayouts(db: Database) {
  const { held, id } = globalStats
  const isShared = eq(id, SHARED_PARTITION)
  return onlyRow(
    await db
      .select({
        rounds: whole(sql`sum(${held}) FILTER (WHERE NOT ${isShared})`),
        later: whole(sql`sum(${held}) FILTER (WHERE ${isShared})`),
      })
      .from(globalStats),
  )
}

export async function sumOpenStakes(db: Database, gameType: AnyGameType) {
  return onlyRow(
    await db
      .select({
        count: whole(sql`count(*)`),
        staked: whole(sql`sum(${stakes.stake})`),
        reserved: whole(sql`sum(${stakes.reserved})`),
      })
      .from(stakes)
      .where(and(eq(stakes.gameType, gameType), isNull(stakes.paid))),
  )
}

/** Sums bankroll refills in coins, all of them and those of the last day. */
export async function houseRefills(
  db: Database,
  dayAgo: Date,
): Promise<OperatorRefills> {
  const { createdAt, house } = batches
  const isRecent = sql`FILTER (WHERE ${createdAt} >= ${dayAgo.toISOString()})`
  return onlyRow(
    await db
      .select({
        count: whole(sql`count(*)`),
        coins: whole(sql`sum(${house})`),
        lastDayCount: whole(sql`count(*) ${isRecent}`),
        lastDayCoins: whole(sql`sum(${house}) ${isRecent}`),
      })
      .from(batches)
      // Matches the partial index `batches_refills`.
      .where(
        sql`${house} > 0 AND ${batches.grants} < 0 AND ${batches.jackpot} = 0`,
      ),
  )
}

function whole(expression: SQL) {
  return sql`coalesce(${expression}, 0)`.mapWith(Number)
}
