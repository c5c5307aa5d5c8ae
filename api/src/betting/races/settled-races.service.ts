import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { coins } from '#core/money/coins.ts'
import type { RaceBet } from '#core/race/race-bet.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { RaceBetRow } from './races.store.ts'
import { raceBets, races } from './races.table.ts'

const PAGE = 200

/** A settled race without pending bets. */
type PaidRace = {
  number: number
  bets: RaceBet[]
  /** Total payout, in coins. */
  paid: number
}

/**
 * Calls back for every settled race with bets, in one snapshot of the database.
 * Leaves out void races and those with pending bets.
 */
export function forEachSettledRace(
  db: Database,
  onRace: (race: PaidRace) => void,
): Promise<void> {
  return db.transaction(
    async (snapshot) => {
      let after: number | undefined = 0
      while (after !== undefined) {
        const numbers = await settledAfter(snapshot, after)
        const bets = await betsOn(snapshot, numbers)
        for (const own of Map.groupBy(bets, (bet) => bet.raceNumber).values()) {
          if (isPaid(own)) onRace(paidRace(own))
        }
        after = numbers.at(-1)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function settledAfter(
  snapshot: Database | Transaction,
  number: number,
): Promise<number[]> {
  const rows = await snapshot
    .select({ number: races.number })
    .from(races)
    .where(and(eq(races.status, 'settled'), gt(races.number, number)))
    .orderBy(asc(races.number))
    .limit(PAGE)
  return rows.map((row) => row.number)
}

function betsOn(
  snapshot: Database | Transaction,
  numbers: readonly number[],
): Promise<RaceBetRow[]> {
  return snapshot
    .select()
    .from(raceBets)
    .where(inArray(raceBets.raceNumber, [...numbers]))
    .orderBy(asc(raceBets.raceNumber), asc(raceBets.index))
}

function paidRace(bets: readonly RaceBetRow[]): PaidRace {
  return {
    number: bets[0]?.raceNumber ?? 0,
    bets: bets.map(({ amount, horse: horseId }) => ({
      horseId,
      amount: coins(amount),
    })),
    paid: bets.reduce((sum, { payout }) => sum + payout, 0),
  }
}

function isPaid(bets: readonly RaceBetRow[]): boolean {
  return bets.every(({ status }) => status !== 'pending')
}
