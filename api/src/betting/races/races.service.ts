import { eq } from 'drizzle-orm'
import type { RaceHistoryAnswer } from '#core/api/races.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'
import type {
  FinishedRaceRecord,
  UnfinishedRaceRecord,
} from '#core/schemas/race-record.ts'
import type { BetState } from '../../ledger/history/history.service.ts'
import { recordOfBet, recordOfOver, recordOfRace } from './race-records.ts'
import { HISTORY_LENGTH, type RaceView } from './race-view.ts'
import type { RacesStore } from './races.store.ts'
import { races } from './races.table.ts'

export type RacesService = ReturnType<typeof openRacesService>

/** Shows races and bets on them, with their records. */
export function openRacesService(deps: {
  store: RacesStore
  view: RaceView
  hashes: Hashes
}) {
  const { store, view, hashes } = deps
  return {
    /** Returns ended races, newest first. @param before a race's number. */
    async history(before?: number): Promise<RaceHistoryAnswer> {
      if (before === undefined) return view.history()
      const found = await store.over(HISTORY_LENGTH, before)
      return found.map((one) => recordOfOver(hashes, one))
    },

    raceChainEnds: store.chainEnds,

    /** Returns those of the bets that were on races. */
    async bets(ids: readonly string[]): Promise<BetState[]> {
      const rows = await store.findBets(ids)
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

    storedBets: store.findBets,

    /** Returns the record of a race or of a bet on one. */
    async record(
      id: string,
    ): Promise<FinishedRaceRecord | UnfinishedRaceRecord | undefined> {
      const [bet] = await store.findBets([id])
      const race = await store.find(
        bet ? eq(races.number, bet.raceNumber) : eq(races.id, id),
      )
      if (!race) return undefined
      return bet ? recordOfBet(hashes, race, bet) : recordOfRace(hashes, race)
    },
  }
}
