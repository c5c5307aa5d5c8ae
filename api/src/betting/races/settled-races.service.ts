import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { coins } from '#core/money/coins.ts'
import type { RaceBet } from '#core/race/race-bet.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { raceBets, races } from './races.table.ts'

const PAGE = 200

/** A race that was run and has paid all that it owes. */
export type PaidRace = {
  number: number
  bets: RaceBet[]
  /** To all who bet on it, in coins. */
  paid: number
}

type BetRow = typeof raceBets.$inferSelect

/**
 * Hands on every race that was run and somebody bet on, as one moment shows
 * them. Void races are left out, and those of which a payout is still due.
 */
export function forEachSettledRace(
  db: Database,
  handOn: (race: PaidRace) => void,
): Promise<void> {
  return db.transaction(
    async (snapshot) => {
      let after: number | undefined = 0
      while (after !== undefined) {
        const numbers = await settledAfter(snapshot, after)
        const bets = await betsOn(snapshot, numbers)
        for (const own of Map.groupBy(bets, (bet) => bet.raceNumber).values()) {
          if (isPaid(own)) handOn(paidRace(own))
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
): Promise<BetRow[]> {
  return snapshot
    .select()
    .from(raceBets)
    .where(inArray(raceBets.raceNumber, [...numbers]))
    .orderBy(asc(raceBets.raceNumber), asc(raceBets.index))
}

function paidRace(bets: readonly BetRow[]): PaidRace {
  return {
    number: bets[0]?.raceNumber ?? 0,
    bets: bets.map(({ amount, horse: horseId }) => ({
      horseId,
      amount: coins(amount),
    })),
    paid: bets.reduce((sum, { payout }) => sum + payout, 0),
  }
}

function isPaid(bets: readonly BetRow[]): boolean {
  return bets.every(({ status }) => status !== 'pending')
}
