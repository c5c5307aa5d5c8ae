import { and, asc, eq, getTableColumns, gt, inArray, or } from 'drizzle-orm'
import type { Hashes } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import { raceBetStatus } from '#core/race/race-bet.ts'
import {
  type SettledRace,
  settledHash,
  settledRace,
  settledRaceBet,
} from '#core/race/settled-race.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { type Term, writeUnder } from '../../../platform/db/lease.ts'
import { plainArray } from '../../../platform/db/sql-values.ts'
import { NO_ID } from '../../../platform/ids.ts'
import type { SettledBet } from '../../settled-bets.ts'
import { type RaceBetRow, type RaceRow, raceInputsOf } from '../races.store.ts'
import { raceBets, races } from '../races.table.ts'
import { settleBets } from './settle-bets.sql.ts'

/** Bets per transaction, which locks their players' rows. */
const BETS_AT_ONCE = 500

type RaceToSettle = { number: number; serverSeed: string }
type DueBet = { bet: RaceBetRow; race: RaceRow }
type SettledRow = { id: string; user_id: string; balance: string | null }

/**
 * Settles a race's pending bets, each once, even after an interruption.
 *
 * @param race with its seed, which only this process may know yet.
 */
export type SettleBets = (term: Term, race: RaceToSettle) => Promise<void>

/** Pays winners, and refunds the bets on void races. */
export function openRaceSettler(deps: {
  db: Database
  hashes: Hashes
  clock: Clock
  onBalance: (userId: string, balance: number) => void
  onSettled: (bet: SettledBet) => void
}): SettleBets {
  const { db, hashes, clock, onBalance, onSettled } = deps

  /** Returns the last bet of the page, if there may be more. */
  async function settlePage(
    term: Term,
    race: RaceToSettle,
    after: string,
  ): Promise<string | undefined> {
    const { outcomes, settled } = await writeUnder(term, db, async (tx) => {
      const outcomes = outcomesOf(await dueBets(tx, race, after), race)
      const { rows } = await tx.execute<SettledRow>(
        settleBets({
          ids: plainArray(outcomes.map(({ id }) => id)),
          statuses: plainArray(outcomes.map(({ status }) => status)),
          payouts: plainArray(outcomes.map(({ payout }) => payout)),
          hashes: plainArray(outcomes.map(({ hash }) => hash)),
          day: dayNumber(clock().getTime()),
        }),
      )
      return { outcomes, settled: new Map(rows.map((row) => [row.id, row])) }
    })
    for (const { balance, user_id: userId } of settled.values())
      if (balance !== null) onBalance(userId, Number(balance))
    for (const bet of outcomes) if (settled.has(bet.id)) onSettled(bet)
    return outcomes.length === BETS_AT_ONCE ? outcomes.at(-1)?.id : undefined
  }

  function outcomesOf(due: readonly DueBet[], of: RaceToSettle) {
    const known = new Map<number, SettledRace>()
    return due.map(({ bet, race }) => {
      // Rows of earlier races already contain their seeds.
      const isThis = race.number === of.number
      const seed = isThis ? of.serverSeed : race.serverSeed
      const settled =
        known.get(race.number) ?? settledRace(hashes, raceInputsOf(race, seed))
      known.set(race.number, settled)
      const { amount, horse: horseId, id, index, userId } = bet
      const accepted = { id, bet: { horseId, amount: coins(amount) }, index }
      const outcome = settledRaceBet(hashes, settled, accepted)
      const { payout } = outcome.outcome
      const status = raceBetStatus({ horseId }, settled.outcome)
      const hash = settledHash(hashes, outcome)
      return { id, userId, amount, status, payout, hash }
    })
  }

  return async (term, race) => {
    let after: string | undefined = NO_ID
    while (after !== undefined) after = await settlePage(term, race, after)
  }
}

/**
 * Returns a page of pending bets, by id: those of an ended race, and those of
 * earlier races whose payout did not fit the balance.
 */
function dueBets(
  tx: Transaction,
  { number }: RaceToSettle,
  after: string,
): Promise<DueBet[]> {
  return tx
    .select({ bet: getTableColumns(raceBets), race: getTableColumns(races) })
    .from(raceBets)
    .innerJoin(races, eq(races.number, raceBets.raceNumber))
    .where(
      and(
        eq(raceBets.status, 'pending'),
        gt(raceBets.id, after),
        or(
          eq(races.number, number),
          inArray(races.status, ['settled', 'void']),
        ),
      ),
    )
    .orderBy(asc(raceBets.id))
    .limit(BETS_AT_ONCE)
}
