import type { Hashes } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import type { HorseId } from '#core/race/horses.ts'
import {
  type SettledRace,
  settledHash,
  settledRace,
} from '#core/race/settled-race.ts'
import { settledRaceBet } from '#core/race/settled-race-bet.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Term, writeUnder } from '../../platform/db/lease.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { DueBet, RaceBetsStore, SettledBet } from './race-bets.store.ts'
import { raceInputsOf } from './race-inputs.ts'
import type { RaceRow } from './races.store.ts'

/** Bets of one transaction: short enough to hold nobody's row for long. */
const BETS_AT_ONCE = 500

type RaceToSettle = { number: number; serverSeed: string }

type SettlerDeps = {
  db: Database
  store: RaceBetsStore
  hashes: Hashes
  clock: Clock
  /** Told after the commit. */
  onBalance: (userId: string, balance: number) => void
  onSettled: (bet: SettledBet) => void
}

/** Pays what bets on races have won, and gives back the stakes of void ones. */
export class RaceSettler {
  readonly #deps: SettlerDeps

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  /**
   * Settles a race's pending bets, each once: whoever is interrupted goes on
   * with those that are left.
   *
   * @param race with its seed, which only this process may know yet.
   */
  async settle(term: Term, race: RaceToSettle): Promise<void> {
    let after: string | undefined = NO_ID
    while (after !== undefined) after = await this.#portion(term, race, after)
  }

  /** @returns the last bet looked at, while there may be more. */
  async #portion(
    term: Term,
    race: RaceToSettle,
    after: string,
  ): Promise<string | undefined> {
    const { clock, db, onBalance, onSettled, store } = this.#deps
    const page = { race: race.number, after, limit: BETS_AT_ONCE }
    const day = dayNumber(clock().getTime())
    const { balances, settled } = await writeUnder(term, db, async (tx) => {
      const due = await store.due(tx, page)
      const settled = this.#outcomes(due, race)
      return { settled, balances: await store.settle(tx, settled, day) }
    })
    for (const [userId, balance] of balances) onBalance(userId, balance)
    for (const bet of settled) onSettled(bet)
    return settled.length === BETS_AT_ONCE ? settled.at(-1)?.id : undefined
  }

  #outcomes(due: readonly DueBet[], of: RaceToSettle): SettledBet[] {
    const { hashes } = this.#deps
    const known = new Map<number, SettledRace>()
    return due.map(({ bet, race }) => {
      const settled =
        known.get(race.number) ??
        settledRace(hashes, raceInputsOf(race, seedOf(race, of)))
      known.set(race.number, settled)
      const { amount, horse: horseId, id, index, userId } = bet
      const accepted = { id, bet: { horseId, amount: coins(amount) }, index }
      const outcome = settledRaceBet(hashes, settled, accepted)
      const { payout } = outcome.outcome
      const status = statusOf(settled, horseId)
      const hash = settledHash(hashes, outcome)
      return { id, userId, amount, status, payout, hash }
    })
  }
}

/** Returns the seed; rows of earlier races already contain it. */
function seedOf(race: RaceRow, { number, serverSeed }: RaceToSettle) {
  return race.number === number ? serverSeed : race.serverSeed
}

function statusOf({ outcome }: SettledRace, horse: HorseId) {
  if ('void' in outcome) return 'void'
  return outcome.winner === horse ? 'won' : 'lost'
}
