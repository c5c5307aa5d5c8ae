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
import { type RaceRow, raceInputsOf } from './races.store.ts'

/** Bets per transaction, which locks their players' rows. */
const BETS_AT_ONCE = 500

type RaceToSettle = { number: number; serverSeed: string }

/**
 * Settles a race's pending bets, each once, even after an interruption.
 *
 * @param race with its seed, which only this process may know yet.
 */
export type SettleBets = (term: Term, race: RaceToSettle) => Promise<void>

/** Pays winners, and refunds the bets on void races. */
export function openRaceSettler(deps: {
  db: Database
  store: RaceBetsStore
  hashes: Hashes
  clock: Clock
  onBalance: (userId: string, balance: number) => void
  onSettled: (bet: SettledBet) => void
}): SettleBets {
  const { db, store, hashes, clock, onBalance, onSettled } = deps

  /** Returns the last bet of the page, if there may be more. */
  async function settlePage(
    term: Term,
    race: RaceToSettle,
    after: string,
  ): Promise<string | undefined> {
    const page = { race: race.number, after, limit: BETS_AT_ONCE }
    const day = dayNumber(clock().getTime())
    const { balances, settled } = await writeUnder(term, db, async (tx) => {
      const due = await store.due(tx, page)
      const settled = outcomes(due, race)
      return { settled, balances: await store.settle(tx, settled, day) }
    })
    for (const [userId, balance] of balances) onBalance(userId, balance)
    for (const bet of settled) onSettled(bet)
    return settled.length === BETS_AT_ONCE ? settled.at(-1)?.id : undefined
  }

  function outcomes(due: readonly DueBet[], of: RaceToSettle): SettledBet[] {
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

  return async (term, race) => {
    let after: string | undefined = NO_ID
    while (after !== undefined) after = await settlePage(term, race, after)
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
