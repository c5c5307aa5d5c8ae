import {
  lastWeekStart,
  prizeTime,
  RANKED_STAKE_MIN,
  WEEKLY_PRIZES,
  weekEnd,
} from '#core/leaderboard/weekly-ranking.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import { newId } from '../../platform/ids.ts'
import { type LeaderboardStore, weekDate } from './leaderboard.store.ts'

type PrizesDeps = {
  db: Database
  store: LeaderboardStore
  ledger: Pick<LedgerService, 'lock' | 'lockHouse' | 'payPrize'>
  clock: Clock
  /** Called after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
}

/**
 * Opens the job that pays the first places of a week, an hour after its end. One transaction
 * stores the winners under the week, which is a key, and pays them: a crash
 * leaves all of it or nothing, and a second process finds the week taken.
 */
export function openWeeklyPrizes(deps: PrizesDeps) {
  const { clock, db, ledger, onBalance, store } = deps

  /** Pays the oldest due week once its bets are counted and free coins cover it. */
  return async (right: Guard): Promise<void> => {
    const lastWeek = lastWeekStart(clock().getTime())
    const week = await store.unpaidWeek(weekDate(lastWeek))
    if (week === undefined) return
    const weekMs = Date.parse(week)
    if (clock().getTime() < prizeTime(weekMs)) return
    if (await store.isBehind(new Date(weekEnd(weekMs)))) return
    const paid = await writeUnder(right, db, (tx) => payIn(tx, week))
    for (const { userId, balance } of paid) onBalance(userId, balance)
  }

  async function payIn(tx: Transaction, week: string) {
    const winners = await store.winners(tx, week, {
      stakeMin: RANKED_STAKE_MIN,
      limit: WEEKLY_PRIZES.length,
    })
    const rooms = new Map<string, number>()
    // Locks players by id before the house account's row, which avoids deadlocks.
    for (const { userId } of winners.toSorted(byUser)) {
      rooms.set(userId, MAX_COINS - (await ledger.lock(tx, userId)))
    }
    const prizes = winners.map((winner, at) => ({
      ...winner,
      coins: Math.min(WEEKLY_PRIZES[at] ?? 0, rooms.get(winner.userId) ?? 0),
      transactionId: newId(),
    }))
    const cost = prizes.reduce((sum, { coins }) => sum + coins, 0)
    if (cost > (await ledger.lockHouse(tx))) return []
    if (!(await store.keepPrizes(tx, week, prizes))) return []
    const paid: { userId: string; balance: number }[] = []
    for (const [at, { coins, transactionId: id, userId }] of prizes.entries()) {
      if (coins === 0) continue
      const metadata = { week, place: at + 1 }
      const amount = coins
      const balance = await ledger.payPrize(tx, {
        id,
        userId,
        amount,
        metadata,
      })
      paid.push({ userId, balance })
    }
    return paid
  }
}

function byUser(one: { userId: string }, other: { userId: string }): number {
  return one.userId < other.userId ? -1 : 1
}
