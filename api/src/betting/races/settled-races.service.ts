import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { RaceBet } from '#core/race/race-bet.ts'
import type { Database } from '../../platform/db/database.ts'
import { raceBets, races } from './races.table.ts'

const PAGE = 200

/** A settled race; its total payout is in coins. */
type PaidRace = { bets: RaceBet[]; paid: number }

/**
 * Calls back for every settled race with bets, in one snapshot of the database.
 * Leaves out void races and those with pending bets.
 */
export function forEachSettledRace(
  db: Database,
  onRace: (race: PaidRace) => void,
): Promise<void> {
  const { amount, horse, index, payout, raceNumber, status } = raceBets
  return db.transaction(
    async (snapshot) => {
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
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
