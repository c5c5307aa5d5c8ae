import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { RaceHistoryAnswer } from '#core/api/races.ts'
import type { PublicRaceRecord } from '#core/evidence/race-record.ts'
import { coins } from '#core/money/coins.ts'
import type { BetState } from '../../ledger/history/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordOfBet, recordOfRace, toEndedRecord } from './race-records.ts'
import type { RaceView } from './race-view.ts'
import { endedRaces, type RaceBetRow, selectRaces } from './races.store.ts'
import { raceBets, raceChains, races } from './races.table.ts'

export type RacesService = ReturnType<typeof createRacesService>

/** Shows races and bets on them, with their records. */
export function createRacesService(
  { db, hashes }: Pick<Platform, 'db' | 'hashes'>,
  view: Pick<RaceView, 'history'>,
) {
  function storedBets(ids: readonly string[]): Promise<RaceBetRow[]> {
    return db
      .select()
      .from(raceBets)
      .where(inArray(raceBets.id, [...ids]))
  }

  return {
    /** Returns ended races, newest first. @param before a race's number. */
    async history(before?: number): Promise<RaceHistoryAnswer> {
      if (before === undefined) return view.history()
      const found = await endedRaces(db, before)
      return found.map((one) => toEndedRecord(hashes, one))
    },

    /** Returns the ends of all chains, as seeds of the races before them. */
    raceChainEnds(): Promise<{ number: number; hash: string }[]> {
      const { firstRace, end: hash } = raceChains
      const number = sql`${firstRace} - 1`.mapWith(Number)
      return db
        .select({ number, hash })
        .from(raceChains)
        .orderBy(asc(firstRace))
    },

    /** Returns those of the bets that were on races. */
    async bets(ids: readonly string[]): Promise<BetState[]> {
      const rows = await storedBets(ids)
      return rows.map(({ id, userId, seq, status, amount, payout }) => ({
        id,
        userId,
        seq,
        settlement:
          status === 'pending'
            ? null
            : { stake: coins(amount), payout: coins(payout) },
      }))
    },

    storedBets,

    /** Returns the record of a race or of a bet on one. */
    async record(id: string): Promise<PublicRaceRecord | undefined> {
      const [bet] = await storedBets([id])
      const [race] = await selectRaces(db).where(
        bet ? eq(races.number, bet.raceNumber) : eq(races.id, id),
      )
      if (!race) return undefined
      return bet ? recordOfBet(hashes, race, bet) : recordOfRace(hashes, race)
    },
  }
}
