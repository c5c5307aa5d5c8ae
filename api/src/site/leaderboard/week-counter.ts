import type {
  BetSource,
  BetState,
} from '../../ledger/history/history.service.ts'
import {
  type LatePayment,
  type PaidBet,
  type PlayedWeek,
  playedWeeks,
  transactionTimes,
} from '../../ledger/weekly-play.service.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import {
  type BehindPlayer,
  type Count,
  type LeaderboardStore,
  type WeekGain,
  weekDate,
} from './leaderboard.store.ts'

type CounterDeps = {
  db: Database
  store: LeaderboardStore
  sources: readonly BetSource[]
}

/**
 * Opens the job that sums stakes and payouts of the leaderboard's players by week. Continues
 * each history where it was last counted, so that each transaction counts once
 * and a pass reads only new ones.
 */
export function openWeekCounter({ db, sources, store }: CounterDeps) {
  /** Runs one pass; long histories take several. */
  return async (right: Guard): Promise<void> => {
    const behind = await store.behind()
    if (behind.length === 0) return
    const weeks = await playedWeeks(
      db,
      behind.map(({ userId, countedSeq: seq }) => ({ userId, seq })),
    )
    const gains = [...weeks, ...(await lateGains(behind, weeks))]
    const counts = behind.map((player) => countOf(player, weeks))
    await writeUnder(right, db, (tx) => store.add(tx, counts, summed(gains)))
  }

  /**
   * Counts late payments in the week of their bet, or stakes of one week could win
   * the next. Ignores bets from before their player joined.
   */
  async function lateGains(
    behind: readonly BehindPlayer[],
    weeks: readonly PlayedWeek[],
  ): Promise<WeekGain[]> {
    const payments = weeks.flatMap(({ late }) => late)
    if (payments.length === 0) return []
    const joined = new Map(behind.map((one) => [one.userId, one.joinedSeq]))
    const ids = [...new Set(payments.map(({ betId }) => betId))]
    const found = await Promise.all(sources.map((source) => source.bets(ids)))
    const bets = found
      .flat()
      .filter(({ userId, seq }) => seq > (joined.get(userId) ?? seq))
    const times = await transactionTimes(db, bets)
    const placed = new Map(
      bets.map((bet, at) => [bet.id, { bet, at: times[at] }]),
    )
    return payments.flatMap((payment) => {
      const { bet, at } = placed.get(payment.betId) ?? {}
      return bet && at ? [lateGain(payment, bet, weekDate(at.getTime()))] : []
    })
  }
}

function countOf(
  { userId, countedSeq: from }: BehindPlayer,
  weeks: readonly PlayedWeek[],
): Count {
  const own = weeks.filter((week) => week.userId === userId)
  return {
    userId,
    from,
    to: Math.max(from, ...own.map((week) => week.lastSeq)),
  }
}

function lateGain(
  { betId, gameType, amount }: LatePayment,
  { userId, settlement }: BetState,
  week: string,
): WeekGain {
  const best = settlement && { betId, gameType, ...settlement }
  return { userId, week, stake: 0, payout: amount, best }
}

/** Merges gains of the same player and week. */
function summed(gains: readonly WeekGain[]): WeekGain[] {
  const sums = new Map<string, WeekGain>()
  for (const { userId, week, stake, payout, best } of gains) {
    const key = `${userId} ${week}`
    const sum = sums.get(key)
    sums.set(key, {
      userId,
      week,
      stake: stake + (sum?.stake ?? 0),
      payout: payout + (sum?.payout ?? 0),
      best: betterOf(best, sum?.best ?? null),
    })
  }
  return [...sums.values()]
}

function betterOf(one: PaidBet | null, other: PaidBet | null): PaidBet | null {
  if (!one || !other) return one ?? other
  const isBetter = one.payout / one.stake > other.payout / other.stake
  return isBetter ? one : other
}
