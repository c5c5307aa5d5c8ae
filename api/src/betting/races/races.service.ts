import type {
  RaceBetsAnswer,
  RaceHistoryAnswer,
  RacePush,
} from '#core/api/races.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'
import type {
  FinishedRaceRecord,
  UnfinishedRaceRecord,
} from '#core/schemas/race-record.ts'
import type { BetState } from '../../ledger/history/history.service.ts'
import type { RaceBetRequest, TakenRaceBet } from './pending-race-bet.ts'
import type { RaceBetting } from './race-betting.ts'
import { recordOfBet, recordOfOver, recordOfRace } from './race-records.ts'
import { HISTORY_LENGTH, type RaceView } from './race-view.ts'
import type { RaceBetRow, RacesStore } from './races.store.ts'
import type { SeedsStore } from './seeds.store.ts'

type RacesDeps = {
  betting: RaceBetting
  store: RacesStore
  view: RaceView
  seeds: Pick<SeedsStore, 'ends'>
  hashes: Hashes
}

/** Races as players meet them. */
export class RacesService {
  readonly #deps: RacesDeps

  constructor(deps: RacesDeps) {
    this.#deps = deps
  }

  place(request: RaceBetRequest): Promise<TakenRaceBet> {
    return this.#deps.betting.place(request)
  }

  /** Returns the messages that a new socket gets. */
  state(): RacePush[] {
    return this.#deps.view.welcome()
  }

  /** A player's stakes on the coming or running race, a row a horse. */
  async currentBets(userId: string): Promise<RaceBetsAnswer> {
    const stakes = await this.#deps.view.stakesOf(userId)
    return stakes.map(({ amount, horseId }) => ({
      horseId,
      amount: coins(amount),
    }))
  }

  /** Races that are over, the newest first. @param before a race's number. */
  async history(before?: number): Promise<RaceHistoryAnswer> {
    const { hashes, store, view } = this.#deps
    if (before === undefined) return view.history()
    const found = await store.over(HISTORY_LENGTH, before)
    return found.map((one) => recordOfOver(hashes, one))
  }

  /** Each seed chain's published end, as the seed of the race before its first. */
  async raceChainEnds(): Promise<{ number: number; hash: string }[]> {
    const ends = await this.#deps.seeds.ends()
    return ends.map(({ firstRace, end }) => ({
      number: firstRace - 1,
      hash: end,
    }))
  }

  /** Those of the bets that were on horses. */
  async bets(ids: readonly string[]): Promise<BetState[]> {
    const rows = await this.#deps.store.findBets(ids)
    return rows.map(({ id, userId, seq, status, amount, payout }) => ({
      id,
      userId,
      seq,
      settlement:
        status === 'pending'
          ? null
          : { stake: coins(amount), payout: coins(payout) },
    }))
  }

  /** The same as they are stored. */
  storedBets(ids: readonly string[]): Promise<RaceBetRow[]> {
    return this.#deps.store.findBets(ids)
  }

  /** The record of a race or of a bet on one; undefined when it is of neither. */
  async record(
    id: string,
  ): Promise<FinishedRaceRecord | UnfinishedRaceRecord | undefined> {
    const { hashes, store } = this.#deps
    const bet = await store.findBet(id)
    if (bet) return recordOfBet(hashes, bet, bet.bet)
    const race = await store.findRace(id)
    return race && recordOfRace(hashes, race)
  }
}
