import { sql } from 'drizzle-orm'
import {
  lastWeekStart,
  prizeTime,
  WEEKLY_PRIZES,
  weekEnd,
} from '#core/leaderboard/weekly-ranking.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Guard, withFencing } from '../../platform/db/lease.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { byReturn, weekDate } from './leaderboard.store.ts'
import { leaderboardPrizes } from './leaderboard.table.ts'

/**
 * Creates the job that pays a week's first places once, an hour after its end.
 */
export function createWeeklyPrizes({
  clock,
  db,
  ledger,
  onBalance,
}: Pick<Platform, 'clock' | 'db'> & {
  ledger: Pick<LedgerService, 'lock' | 'lockHouse' | 'payPrize'>
  /** Called after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
}) {
  /** Pays the oldest due week once its bets are counted and free coins cover it. */
  return async (term: Guard): Promise<void> => {
    const lastWeek = lastWeekStart(clock().getTime())
    const week = await unpaidWeek(db, weekDate(lastWeek))
    if (week === undefined) return
    const weekMs = Date.parse(week)
    if (clock().getTime() < prizeTime(weekMs)) return
    if (await isBehind(db, new Date(weekEnd(weekMs)))) return
    const paid = await withFencing(term, db, (tx) => writePayments(tx, week))
    for (const { userId, balance } of paid) onBalance(userId, balance)
  }

  async function writePayments(tx: Transaction, week: string) {
    // Leaves out accounts that are frozen or closed.
    const isEligible = sql`frozen_at IS NULL AND closed_at IS NULL`
    const places = WEEKLY_PRIZES.length
    const winners = await byReturn(tx, week, places, isEligible)
    const rooms = new Map<string, number>()
    // Locks players by id before the ledger's totals, which avoids deadlocks.
    for (const userId of winners.map(({ userId }) => userId).sort()) {
      rooms.set(userId, MAX_COINS - (await ledger.lock(tx, userId)))
    }
    const prizes = winners.map(({ userId, stake, payout }, at) => ({
      userId,
      stake,
      payout,
      coins: Math.min(WEEKLY_PRIZES[at] ?? 0, rooms.get(userId) ?? 0),
      transactionId: newId(),
    }))
    const cost = prizes.reduce((sum, { coins }) => sum + coins, 0)
    if (cost > (await ledger.lockHouse(tx))) return []
    const { rowCount } = await tx
      .insert(leaderboardPrizes)
      .values({ week, winners: prizes })
      .onConflictDoNothing()
    // Another process has paid the week.
    if (!rowCount) return []
    const paid: { userId: string; balance: number }[] = []
    for (const [at, { coins, transactionId: id, userId }] of prizes.entries()) {
      if (coins === 0) continue
      const metadata = { week, place: at + 1 }
      const prize = { id, userId, amount: coins, metadata }
      paid.push({ userId, balance: await ledger.payPrize(tx, prize) })
    }
    return paid
  }
}

/** Returns the oldest unpaid week up to one, after the last paid. */
async function unpaidWeek(db: Database, lastWeek: string) {
  const { rows } = await db.execute<{ week: string }>(sql`
    SELECT min(week)::text AS week FROM leaderboard_weeks
    WHERE week <= ${lastWeek} AND week >= coalesce(
      (SELECT max(week) + 1 FROM leaderboard_prizes), ${lastWeek}::date)`)
  return rows[0]?.week ?? undefined
}

/** True while bets from before a time are uncounted. */
async function isBehind(db: Database, time: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM leaderboard_players AS player JOIN transactions AS next
      ON next.user_id = player.user_id AND next.seq = player.counted_seq + 1
    WHERE is_shown AND next.timestamp < ${time.toISOString()} LIMIT 1`)
  return rows.length > 0
}
