import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { RaceBet } from '#core/race/race-bet.ts'
import { type Database, inSnapshot } from '../../platform/db/database.ts'
import { raceBets, races } from './races.table.ts'

const PAGE = 200

/**
 * Calls back with the bets of every settled race and their total payout, in one
 * snapshot. Leaves out void races and those with pending bets.
 */
export function forEachSettledRace(
  db: Database,
  onRace: (race: { bets: RaceBet[]; paid: number }) => void,
): Promise<void> {
  const { amount, horse, index, payout, raceNumber, status } = raceBets
  return inSnapshot(db, async (snapshot) => {
    let after: number | undefined = 0
    while (after !== undefined) {
      const page = await snapshot
        .select({
          number: raceNumber,
          bets: sql<RaceBet[]>`json_agg(
            json_build_object('horseId', ${horse}, 'amount', ${amount}) ORDER BY ${index})`,
          paid: sql`sum(${payout})`.mapWith(Number),
        })
        .from(raceBets)
        .innerJoin(races, eq(races.number, raceNumber))
        .where(and(eq(races.status, 'settled'), gt(raceNumber, after)))
        .groupBy(raceNumber)
        .having(sql`bool_and(${status} <> 'pending')`)
        .orderBy(asc(raceNumber))
        .limit(PAGE)
      page.forEach(onRace)
      after = page.at(-1)?.number
    }
  })
}
